import { expect, test } from 'vitest';
import { lines } from './lines';

function body(parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
      controller.close();
    },
  });
}

async function read(parts: (string | Uint8Array)[]): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines(body(parts))) found.push(line);
  return found;
}

test('lines are whole wherever the answer is cut', async () => {
  expect(await read(['{"a":1}\n{"b"', ':2}\n'])).toEqual(['{"a":1}', '{"b":2}']);
  expect(await read(['one\ntwo'])).toEqual(['one', 'two']);
  expect(await read([])).toEqual([]);
  const letters = new TextEncoder().encode('札\n');
  expect(await read([letters.slice(0, 2), letters.slice(2)])).toEqual(['札']);
});
