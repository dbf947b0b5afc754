/** Writes numbers as a judge reads them. Pure. */

/** Write a number, such as `-24.7`, with a true minus sign. */
export function trueMinus(written: string): string {
  return written.replace(/^-/, "−");
}

/** Write 25000 as `25,000`, with a true minus sign. */
export function points(value: number): string {
  return trueMinus(value.toString().replace(/\B(?=(\d{3})+$)/g, ","));
}
