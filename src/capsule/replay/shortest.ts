/** Delta debugging: the fewest calls that still show something. */

/** Whether the calls with these numbers are enough. */
type Shows = (kept: readonly number[]) => Promise<boolean>

/** Tries to leave out ever smaller parts, each once. Undefined: not even all calls show it. */
export async function shortest(all: readonly number[], shows: Shows): Promise<readonly number[] | undefined> {
  let left = await fewestLast(all, shows)
  if (!left) return undefined
  for (let size = Math.ceil(left.length / 2); left.length > 0; size = Math.ceil(size / 2)) {
    const before = left.length
    for (let from = 0; from < left.length; ) {
      const rest: readonly number[] = [...left.slice(0, from), ...left.slice(from + size)]
      if (await shows(rest)) left = rest
      else from += size
    }
    if (size === 1 && left.length === before) break
  }
  return left
}

/** What matters mostly comes last, so that few calls are tried first: a long replay takes long. */
async function fewestLast(all: readonly number[], shows: Shows): Promise<readonly number[] | undefined> {
  for (let count = 0; ; count = Math.max(4, 2 * count)) {
    const last = all.slice(Math.max(0, all.length - count))
    if (await shows(last)) return last
    if (last.length === all.length) return undefined
  }
}
