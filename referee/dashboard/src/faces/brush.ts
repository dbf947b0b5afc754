/** A brush: turns a line with a width at every point into the outline of its stroke. Pure. */

export type Point = readonly [x: number, y: number, width: number];

const STEPS = 8;

/** A smooth line through the points (Catmull-Rom), with interpolated widths. */
function smooth(points: readonly Point[]): Point[] {
  if (points.length < 3) {
    return [...points];
  }
  const line: Point[] = [];
  for (let index = 0; index + 1 < points.length; index += 1) {
    const [p1, p2] = [points[index] as Point, points[index + 1] as Point];
    const [p0, p3] = [points[index - 1] ?? p1, points[index + 2] ?? p2];
    for (let step = 0; step < STEPS; step += 1) {
      const t = step / STEPS;
      const at = (axis: 0 | 1): number =>
        0.5 *
        (2 * p1[axis] +
          (p2[axis] - p0[axis]) * t +
          (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t * t +
          (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t * t * t);
      line.push([at(0), at(1), p1[2] + (p2[2] - p1[2]) * t]);
    }
  }
  line.push(points.at(-1) as Point);
  return line;
}

const short = (value: number): string => (Math.round(value * 10) / 10).toString();

/** The closed outline of a stroke as SVG path data; its ends are round. */
export function stroke(points: readonly Point[]): string {
  const line = smooth(points);
  const left: string[] = [];
  const right: string[] = [];
  line.forEach(([x, y, width], index) => {
    const before = line[Math.max(0, index - 1)] as Point;
    const after = line[Math.min(line.length - 1, index + 1)] as Point;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)];
    left.push(`${short(x + nx)} ${short(y + ny)}`);
    right.unshift(`${short(x - nx)} ${short(y - ny)}`);
  });
  const endRadius = short((line.at(-1) as Point)[2] / 2);
  const startRadius = short((line[0] as Point)[2] / 2);
  const [first] = left;
  return (
    `M${left.join("L")}A${endRadius} ${endRadius} 0 0 0 ${right[0]}L${right.join("L")}` +
    `A${startRadius} ${startRadius} 0 0 0 ${first}Z`
  );
}
