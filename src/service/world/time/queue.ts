/** Things that wait in an order, without sorting where they come in that order, or in one of a few orders. */

/** Things in order. Plain data. */
interface Run<T> {
  /** Undefined where a thing was removed. */
  readonly things: (T | undefined)[]
  /** The position of the first thing that was not removed. */
  first: number
}

/** Plain data. */
export interface Queue<T> {
  /** A service books each kind of step at its own distance from now, so that a few runs take most bookings at their ends. */
  readonly runs: Run<T>[]
  /** The other things, as a binary heap: the first one comes first, and every other one after the one at (its place - 1) / 2. */
  readonly heap: T[]
}

type Earlier<T> = (one: T, other: T) => boolean

/** Each addition and each removal looks at all runs. */
const mostRuns = 12

const newRun = <T>(things: readonly T[] = []): Run<T> => ({ things: [...things], first: 0 })

/** `things`: in order. */
export const newQueue = <T>(things: readonly T[]): Queue<T> => ({ runs: [newRun(things)], heap: [] })

/** In no order. */
export const allIn = <T>({ runs, heap }: Queue<T>): T[] => [...runs.flatMap(({ things, first }) => things.slice(first) as T[]), ...heap]

/** Puts others in place of all. `things`: in order. */
export function refill<T>({ runs, heap }: Queue<T>, things: readonly T[]): void {
  runs.splice(0, runs.length, newRun(things))
  heap.length = 0
}

const headOf = <T>({ things, first }: Run<T>): T | undefined => things[first]

export function firstIn<T>({ runs, heap: [top] }: Queue<T>, earlier: Earlier<T>): T | undefined {
  let first = top
  for (const run of runs) {
    const head = headOf(run)
    if (head !== undefined && (first === undefined || earlier(head, first))) first = head
  }
  return first
}

export function addTo<T>({ runs, heap }: Queue<T>, thing: T, earlier: Earlier<T>): void {
  const run = runFor(runs, thing, earlier)
  if (run) run.things.push(thing)
  else rise(heap, thing, earlier)
}

/** The run that ends latest before a thing, else one without things. Undefined: the heap takes it. */
function runFor<T>(runs: Run<T>[], thing: T, earlier: Earlier<T>): Run<T> | undefined {
  let best: Run<T> | undefined
  let end: T | undefined
  for (const run of runs) {
    const last = run.things.at(-1)
    if (last !== undefined ? earlier(last, thing) && (end === undefined || earlier(end, last)) : !best) {
      best = run
      end = last
    }
  }
  if (best || runs.length === mostRuns) return best
  const run = newRun<T>()
  runs.push(run)
  return run
}

/** `first`: what {@link firstIn} returns. */
export function removeFirst<T>({ runs, heap }: Queue<T>, first: T, earlier: Earlier<T>): void {
  const run = runs.find((each) => headOf(each) === first)
  if (run) removeHead(run)
  else sink(heap, earlier)
}

/** Gives up the places of what was removed when they are half of the run, so that a removal costs the same whatever the length. */
function removeHead<T>(run: Run<T>): void {
  const { things } = run
  things[run.first++] = undefined
  if (run.first * 2 < things.length) return
  things.splice(0, run.first)
  run.first = 0
}

/** Puts a thing in at the end, and before everything that it precedes on the way to the top. */
function rise<T>(heap: T[], thing: T, earlier: Earlier<T>): void {
  let at = heap.length
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] as T
    if (!earlier(thing, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = thing
}

/** Removes the top. The last one goes to the top, and after everything that precedes it on the way to the end. */
function sink<T>(heap: T[], earlier: Earlier<T>): void {
  const thing = heap.pop()
  if (thing === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    const left = heap[child]
    const right = heap[child + 1]
    if (left === undefined) break
    if (right !== undefined && earlier(right, left)) child++
    const least = heap[child] as T
    if (!earlier(least, thing)) break
    heap[at] = least
    at = child
  }
  heap[at] = thing
}
