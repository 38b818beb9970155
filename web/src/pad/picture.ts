/** The pad as a picture, to be sent or kept. */
import { language, number, say } from '../lib/words.svelte';
import type { Kept } from './kept.svelte';
import type { Worked } from './pad';

const WIDTH = 900;
const ROW = 62;
const FONT = 'system-ui, "Noto Sans", sans-serif';

/** Draw the sheet; texts go the way of the language. */
export function drawn(kept: Kept, told: Worked): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const won = told.standing.winner;
  canvas.width = WIDTH;
  canvas.height = 170 + ROW * (told.lines.length + 2);
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const column = WIDTH / (kept.names.length + 1);
  const across = (at: number) => (language.rtl ? WIDTH - column * (at + 0.5) : column * (at + 0.5));
  const write = (text: string, x: number, y: number, size: number, ink = '#2b211a', weight = 600) => {
    pen.font = `${weight} ${size}px ${FONT}`;
    pen.fillStyle = ink;
    pen.fillText(text, x, y, WIDTH - 40);
  };
  const row = (texts: readonly string[], y: number, size: number, ink?: string) =>
    texts.forEach((text, at) => {
      pen.font = `600 ${size}px ${FONT}`;
      pen.fillStyle = at && at - 1 === won ? '#1f6b45' : (ink ?? '#2b211a');
      pen.fillText(text, across(at), y, column - 16);
    });
  pen.fillStyle = '#fffaf0';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.direction = language.rtl ? 'rtl' : 'ltr';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  write(say('web.title'), WIDTH / 2, 52, 44, '#8a2b2b', 700);
  let y = 120;
  row(['', ...kept.names], y, 32);
  pen.fillStyle = '#dccdb6';
  pen.fillRect(30, y + 28, WIDTH - 60, 3);
  for (const [at, line] of told.lines.entries()) {
    y += ROW;
    row([number(at + 1), ...line.scores.map((score) => number(score))], y, 30, '#65574b');
  }
  y += ROW + 12;
  pen.fillStyle = '#dccdb6';
  pen.fillRect(30, y - 40, WIDTH - 60, 3);
  row([say('web.pad.total'), ...told.standing.totals.map((total) => number(total))], y, 42);
  if (won !== null) write(say('web.pad.won', { name: kept.names[won] ?? '' }), WIDTH / 2, y + 52, 30, '#1f6b45');
  return canvas;
}

/** Hand the picture to another program, or save it where that cannot be done. */
export async function send(kept: Kept, told: Worked): Promise<void> {
  const blob = await new Promise<Blob | null>((give) => drawn(kept, told).toBlob(give, 'image/png'));
  if (!blob) return;
  const file = new File([blob], 'basra.png', { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: say('web.title') }).catch(() => undefined);
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
