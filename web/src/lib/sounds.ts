/** Sounds: made on the spot with Web Audio, no files; silent unless the reader wants them. */
import { settings } from './settings.svelte';

export type Sound = 'card' | 'capture' | 'sweep' | 'basra' | 'deal' | 'turn' | 'win' | 'lose' | 'error';

let context: AudioContext | null = null;

/** Play a sound; browsers keep it silent before the first touch. */
export function play(sound: Sound): void {
  if (!settings.sound || settings.volume === 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const out = context.createGain();
  out.gain.value = settings.volume;
  out.connect(context.destination);
  SOUNDS[sound](new Stage(context, out));
}

/** What sounds are made of: a rustle of paper, a knock on wood, a plucked string. */
class Stage {
  constructor(
    private readonly audio: AudioContext,
    private readonly out: AudioNode,
  ) {}

  private envelope(after: number, attack: number, decay: number, peak: number): [GainNode, number, number] {
    const start = this.audio.currentTime + after;
    const gain = this.audio.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(peak, start + attack);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + attack + decay);
    gain.connect(this.out);
    return [gain, start, start + attack + decay + 0.02];
  }

  rustle(after: number, length: number, pitch: number, peak = 0.35): void {
    const [gain, start, end] = this.envelope(after, 0.004, length, peak);
    const size = Math.ceil(this.audio.sampleRate * (length + 0.05));
    const buffer = this.audio.createBuffer(1, size, this.audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < size; i += 1) samples[i] = Math.random() * 2 - 1;
    const source = this.audio.createBufferSource();
    source.buffer = buffer;
    const filter = this.audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.setValueAtTime(pitch, start);
    filter.frequency.exponentialRampToValueAtTime(pitch * 0.6, end);
    filter.Q.value = 0.9;
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(end);
  }

  knock(after: number, pitch: number, peak = 0.5): void {
    const [gain, start, end] = this.envelope(after, 0.002, 0.09, peak);
    const tone = this.audio.createOscillator();
    tone.type = 'sine';
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.5, end);
    tone.connect(gain);
    tone.start(start);
    tone.stop(end);
  }

  pluck(after: number, pitch: number, length = 0.5, peak = 0.22): void {
    for (const [times, share] of [[1, 1], [2, 0.4], [3.01, 0.18]] as const) {
      const [gain, start, end] = this.envelope(after, 0.005, length / times, peak * share);
      const tone = this.audio.createOscillator();
      tone.type = 'triangle';
      tone.frequency.value = pitch * times;
      tone.connect(gain);
      tone.start(start);
      tone.stop(end);
    }
  }
}

const SOUNDS: Record<Sound, (stage: Stage) => void> = {
  card: (stage) => {
    stage.rustle(0, 0.06, 2600);
    stage.knock(0.02, 180, 0.35);
  },
  capture: (stage) => {
    stage.rustle(0, 0.09, 2200);
    stage.rustle(0.09, 0.12, 1700, 0.28);
    stage.knock(0.02, 220, 0.4);
  },
  sweep: (stage) => {
    stage.rustle(0, 0.34, 1500, 0.4);
    stage.pluck(0.12, 392, 0.4, 0.14);
  },
  basra: (stage) => {
    stage.knock(0, 120, 0.9);
    stage.rustle(0, 0.12, 1800, 0.4);
    // The tetrachord of Hijaz on D: its step and a half is at home in the coffee house.
    [293.66, 311.13, 369.99, 392, 587.33].forEach((pitch, i) => stage.pluck(0.05 + i * 0.075, pitch, 0.6));
  },
  deal: (stage) => [0, 0.07, 0.14, 0.21].forEach((after) => stage.rustle(after, 0.05, 2900, 0.22)),
  turn: (stage) => stage.pluck(0, 587.33, 0.25, 0.12),
  win: (stage) =>
    [293.66, 369.99, 440, 587.33, 739.99].forEach((pitch, i) => stage.pluck(i * 0.12, pitch, 0.9, 0.2)),
  lose: (stage) => [440, 392, 311.13, 293.66].forEach((pitch, i) => stage.pluck(i * 0.16, pitch, 0.7, 0.16)),
  error: (stage) => {
    stage.knock(0, 140, 0.4);
    stage.knock(0.09, 110, 0.4);
  },
};
