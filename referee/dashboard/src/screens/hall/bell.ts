/** Sound and vibration for a judge. Browsers let a page play sound only after the person has touched it. */

export type Sound = "call" | "buzzer" | "gong";

/** A frequency in hertz, a start and a length in seconds. */
type Tone = readonly [number, number, number];

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  call: [
    [523, 0, 0.5],
    [659, 0.4, 0.5],
    [784, 0.8, 1.2],
  ],
  buzzer: [
    [220, 0, 0.7],
    [220, 0.9, 0.7],
    [220, 1.8, 0.7],
  ],
  gong: [
    [98, 0, 4],
    [147, 0, 3.2],
    [233, 0, 2.2],
    [311, 0.01, 1.4],
  ],
};
const KEPT = "jantaku-bell";

export class Bell {
  private context: AudioContext | null = null;
  private wanted: boolean;

  constructor(private readonly changed: () => void) {
    this.wanted = read() !== "off";
    // Not when a finger comes down: what the page then says would move the button from under it.
    for (const touch of ["pointerup", "keydown"]) {
      document.addEventListener(touch, () => this.wake(), { passive: true });
    }
  }

  /** Whether the sound is turned on. */
  get on(): boolean {
    return this.wanted;
  }

  /** Whether a sound could be heard now. */
  get ready(): boolean {
    return this.context?.state === "running";
  }

  turn(on: boolean): void {
    this.wanted = on;
    try {
      localStorage.setItem(KEPT, on ? "on" : "off");
    } catch {
      // The browser has no storage: the setting holds until the page is closed.
    }
    if (on) {
      this.call();
    }
    this.changed();
  }

  /** Ring for a judge. */
  call(): void {
    this.sound([
      [880, 0, 0.18],
      [1175, 0.2, 0.3],
    ]);
  }

  /** Ring for everybody: to the tables, the buzzer before the end of a break, or the gong of a start and of the end. */
  ring(sound: Sound): void {
    this.sound(SOUNDS[sound]);
  }

  private wake(): void {
    if (this.wanted && this.context?.state !== "running") {
      this.context ??= new AudioContext();
      void this.context.resume().then(this.changed);
    }
  }

  private sound(tones: readonly Tone[]): void {
    if (!this.wanted) {
      return;
    }
    if (typeof navigator.vibrate === "function") {
      navigator.vibrate([200, 100, 200]);
    }
    const { context } = this;
    if (context?.state !== "running") {
      return;
    }
    for (const [hertz, after, lasts] of tones) {
      const begins = context.currentTime + after;
      const tone = new OscillatorNode(context, { frequency: hertz, type: "triangle" });
      const loudness = new GainNode(context, { gain: 0.25 });
      loudness.gain.setValueAtTime(0.25, begins);
      loudness.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
      tone.connect(loudness).connect(context.destination);
      tone.start(begins);
      tone.stop(begins + lasts);
    }
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
