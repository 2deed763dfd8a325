/** The tones of sounds, made by the browser itself. */
import type { Sound } from './sound';

let context: AudioContext | null = null;

/** A short tone that fades away. */
function tone(audio: AudioContext, pitch: number, after: number, length: number, loud: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const begin = audio.currentTime + after;
  source.type = 'sine';
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  move: (audio) => tone(audio, 320, 0, 0.06, 0.05),
  shuffle: (audio) => [0, 1, 2, 3, 4].forEach((at) => tone(audio, 260 + at * 24, at * 0.035, 0.04, 0.03)),
  turn: (audio) => [523, 659].forEach((pitch, at) => tone(audio, pitch, at * 0.12, 0.22, 0.06)),
  end: (audio) => [523, 659, 784].forEach((pitch, at) => tone(audio, pitch, at * 0.14, 0.4, 0.06)),
};

export function make(which: Sound): void {
  try {
    context ??= new AudioContext();
    SOUNDS[which](context);
  } catch {
    // A browser without sound plays on in silence.
  }
}
