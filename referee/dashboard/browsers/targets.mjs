/** The oldest browsers that the page is built for; a phone's browser has the version of its desktop. */

/** Keys as MDN's data names browsers. */
export const OLDEST = { chrome: "100", chrome_android: "100", firefox: "100", safari: "15.4", safari_ios: "15.4" };

/** What esbuild lowers the syntax to. */
export const TARGET = ["chrome", "firefox", "safari"].map((name) => `${name}${OLDEST[name]}`);
