/** How wide texts are, without having the browser lay anything out. */

let pen: CanvasRenderingContext2D | null = null;

/** Return the width of a line in pixels: of bold letters as large as those of most texts. */
export function boldWidth(words: string): number {
  if (pen === null) {
    const { fontFamily, fontSize } = getComputedStyle(document.body);
    pen = document.createElement("canvas").getContext("2d");
    if (pen === null) {
      return Infinity;
    }
    pen.font = `bold ${fontSize} ${fontFamily}`;
  }
  return pen.measureText(words).width;
}
