/** What did not change stays the same object, so that nothing is drawn again for it. */

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPlain = (value: object): value is Fields => Object.getPrototypeOf(value) === Object.prototype;

/** The new value, made of the parts of the old one that are equal; the old one itself if nothing differs. */
export function shared<T>(old: unknown, now: T): T {
  if (old === now || !isObject(old) || !isObject(now)) return now;
  if (Array.isArray(now)) return Array.isArray(old) ? (sharedList(old, now) as T) : now;
  return isPlain(now) && isPlain(old) ? (sharedFields(old, now) as T) : now;
}

function sharedList(old: unknown[], now: unknown[]): unknown[] {
  const made = now.map((one, at) => shared(old[at], one));
  return old.length === now.length && made.every((one, at) => one === old[at]) ? old : made;
}

function sharedFields(old: Fields, now: Fields): Fields {
  const names = Object.keys(now);
  const made: Fields = {};
  let isSame = names.length === Object.keys(old).length;
  for (const name of names) {
    made[name] = shared(old[name], now[name]);
    isSame &&= made[name] === old[name] && name in old;
  }
  return isSame ? old : made;
}
