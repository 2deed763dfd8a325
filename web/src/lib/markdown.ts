/** The part of Markdown that the READMEs of games are written in, as data: pages draw it, and nothing in it is markup. */

export type Span = { text: string; kind: 'plain' | 'strong' | 'code' };
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string };

export function spans(text: string): Span[] {
  const found: Span[] = [];
  // Links are read, not followed: they lead to files.
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  for (const part of plain.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
    if (part.startsWith('**') && part.length > 4) found.push({ text: part.slice(2, -2), kind: 'strong' });
    else if (part.startsWith('`') && part.length > 2) found.push({ text: part.slice(1, -1), kind: 'code' });
    else if (part) found.push({ text: part, kind: 'plain' });
  }
  return found;
}

const cells = (line: string): Span[][] => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim()));

export function blocks(text: string): Block[] {
  const lines = text.split('\n');
  const found: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      found.push({ kind: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') });
      at += 1;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((one, later) => later > at && one.startsWith('```'));
      const last = end < 0 ? lines.length : end;
      found.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last + 1;
    } else if (line.startsWith('|')) {
      let end = at;
      while (lines[end]?.startsWith('|')) end += 1;
      const [head, , ...rows] = lines.slice(at, end);
      found.push({ kind: 'table', head: cells(head ?? ''), rows: rows.map(cells) });
      at = end;
    } else if (/^[-*] /.test(line)) {
      const items: string[] = [];
      for (; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
        const own = lines[at] ?? '';
        if (/^[-*] /.test(own)) items.push(own.slice(2));
        else items[items.length - 1] += ` ${own.trim()}`;
      }
      found.push({ kind: 'list', items: items.map(spans) });
    } else {
      const words = [line.trim()];
      for (at += 1; at < lines.length && (lines[at] ?? '').trim() !== '' && !/^(#|```|\||[-*] )/.test(lines[at] ?? ''); at += 1) words.push((lines[at] ?? '').trim());
      found.push({ kind: 'text', spans: spans(words.join(' ')) });
    }
  }
  return found;
}
