/** Minimizes a list that shows a problem, using delta debugging. */

/** True if these entries still show the problem. */
type Shows<Entry> = (left: readonly Entry[]) => Promise<boolean>

export interface Shrinking<Entry> {
  /** Minimum number of remaining entries. Default: 0. */
  readonly least?: number
  /** Returns milder alternatives to an entry that cannot be removed. */
  milder?(entry: Entry): readonly Entry[]
}

/** Returns `undefined` if not even all entries together show the problem. */
export async function shrink<Entry>(
  all: readonly Entry[],
  shows: Shows<Entry>,
  { least = 0, milder = () => [] }: Shrinking<Entry> = {},
): Promise<readonly Entry[] | undefined> {
  let left = await fewestLast(all, shows, least)
  while (left) {
    const fewest = await withoutParts(left, shows, least)
    const milderOnes = fewest.flatMap((entry, at) => milder(entry).map((other) => fewest.with(at, other)))
    left = await firstThat(milderOnes, shows)
    if (!left) return fewest
  }
  return undefined
}

/** Tries short suffixes first, because the relevant entries are usually last and each attempt is slow. */
async function fewestLast<Entry>(all: readonly Entry[], shows: Shows<Entry>, least: number): Promise<readonly Entry[] | undefined> {
  for (let count = least; ; count = Math.max(4, 2 * count)) {
    const last = all.slice(Math.max(0, all.length - count))
    if (await shows(last)) return last
    if (last.length === all.length) return undefined
  }
}

/** Removes ever smaller parts. */
async function withoutParts<Entry>(all: readonly Entry[], shows: Shows<Entry>, least: number): Promise<readonly Entry[]> {
  let left = all
  for (let size = Math.ceil(left.length / 2); left.length > least; size = Math.ceil(size / 2)) {
    const before = left.length
    for (let from = 0; from < left.length; ) {
      const rest = [...left.slice(0, from), ...left.slice(from + size)]
      if (rest.length >= least && (await shows(rest))) left = rest
      else from += size
    }
    if (size === 1 && left.length === before) break
  }
  return left
}

async function firstThat<Entry>(lists: readonly (readonly Entry[])[], shows: Shows<Entry>): Promise<readonly Entry[] | undefined> {
  for (const list of lists) if (await shows(list)) return list
  return undefined
}
