/** A film as it was kept: an AVI of JPEG pictures. Pictures are fetched some at a time, by their byte ranges.
 *
 * No browser plays such a file by itself. The file's index says where each picture lies, and when it was taken: the
 * frames of the film follow each other evenly, and those without bytes show the picture before them.
 */

/** A picture of a film. */
export interface Part {
  readonly from: number;
  readonly bytes: number;
  /** When it was taken, in milliseconds after the first one. */
  readonly atMs: number;
}

const INDEX_ENTRY = 16;
/** Where the film's header has the microseconds of a frame, counted from the beginning of its list. */
const FRAME_US = 20;

/** Fetch bytes of the film, even if the server ignores the range and sends all of it. */
export async function range(url: string, from: number, bytes: number): Promise<DataView> {
  const answer = await fetch(url, { headers: { Range: `bytes=${from}-${from + bytes - 1}` } });
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  const data = await answer.arrayBuffer();
  return new DataView(answer.status === 206 ? data : data.slice(from, from + bytes));
}

function name(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
}

/** Find the pictures of an AVI. */
export async function pictures(read: (from: number, bytes: number) => Promise<DataView>, whole: number): Promise<readonly Part[]> {
  let at = 12;
  let movie = 0;
  let frameMs = 0;
  while (at + 8 <= whole) {
    const head = await read(at, 12);
    const kind = name(head, 0);
    const bytes = head.getUint32(4, true);
    if (kind === "LIST" && name(head, 8) === "movi") {
      movie = at + 8;
    } else if (kind === "LIST" && name(head, 8) === "hdrl") {
      frameMs = (await read(at + FRAME_US, 4)).getUint32(0, true) / 1000;
    } else if (kind === "idx1") {
      const index = await read(at + 8, bytes);
      const parts = Array.from({ length: Math.floor(bytes / INDEX_ENTRY) }, (_, place) => {
        const entry = place * INDEX_ENTRY;
        return { from: movie + index.getUint32(entry + 8, true) + 8, bytes: index.getUint32(entry + 12, true), atMs: place * frameMs };
      });
      return parts.filter(({ bytes }) => bytes > 0);
    }
    at += 8 + bytes + (bytes % 2);
  }
  throw new Error("no index");
}
