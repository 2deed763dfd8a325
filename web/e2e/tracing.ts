/** What the browser says it did: time of the page's thread, which does not depend on what else the machine does. */
import type { CDPSession, Page } from '@playwright/test';

export type Traced = { name: string; cat: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tts?: number; tdur?: number; args?: { data?: Record<string, unknown> } };

/** Everything that the browser did while something was done in a page. */
export async function traced(page: Page, work: () => Promise<void>): Promise<Traced[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])));
  const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'blink.animations'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await work();
  const ended = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await ended;
  return events.sort((one, other) => one.ts - other.ts);
}

/**
 * How long the page's thread worked from each mark of this name until the next picture after `until` was handed over, in
 * milliseconds. `until`: a mark that comes later; the picture after the mark itself without it.
 */
export function worked(events: Traced[], name: string, until: string = name): number[] {
  const isMark = (event: Traced, which: string): boolean => event.cat.includes('blink.user_timing') && event.name === which;
  return events.filter((event) => isMark(event, name)).flatMap((mark) => {
    const isHere = (event: Traced): boolean => event.pid === mark.pid && event.tid === mark.tid && event.ts >= mark.ts;
    const last = until === name ? mark : events.find((event) => isHere(event) && isMark(event, until));
    const picture = events.find((event) => isHere(event) && event.name === 'Commit' && event.ts > (last?.ts ?? Infinity));
    return picture?.tts === undefined || mark.tts === undefined ? [] : [(picture.tts + (picture.tdur ?? 0) - mark.tts) / 1000];
  });
}
