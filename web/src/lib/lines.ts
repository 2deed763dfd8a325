/** The lines of an answer, each as soon as it is there. */
export async function* lines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const whole = (rest + (value ?? '')).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) if (line) yield line;
    if (done) break;
  }
  if (rest) yield rest;
}
