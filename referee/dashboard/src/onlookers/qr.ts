/** QR codes (ISO/IEC 18004), a script of its own: only the page of codes fetches it. */

export { encode } from "uqr";
