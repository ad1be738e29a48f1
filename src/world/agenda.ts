/** The bookings of a clock, and the order in which they come due. */
export const environmentNames = ['test', 'production'] as const
export type EnvironmentName = (typeof environmentNames)[number]

/** A job to run at a time. Plain data. */
export interface Booking {
  /** World milliseconds since 1970. */
  readonly at: number
  /** The id of the call, or of the booking, that made it. */
  readonly cause: string
  /** Which of its cause's bookings it is, counted from 0. */
  readonly nth: number
  readonly job: string
  /** Whether the service is still at work. False where it only waits, for example for an expiry. */
  readonly step: boolean
  /** Whether other jobs of the same instant begin while this one waits for the outside world. */
  readonly together?: true | undefined
  readonly environment: EnvironmentName
  readonly data: Readonly<Record<string, unknown>>
  /** How often it was postponed because a service could not be reached. */
  readonly again?: number
}

/** The id of a booking: the cause of the bookings that its job makes. */
export const bookingId = ({ cause, nth }: Pick<Booking, 'cause' | 'nth'>) => `${cause}.${nth}`

/** By time, then by cause (calls in the order of their arrival), then in the order of booking. */
export const earlier = (one: Booking, other: Booking): boolean => (one.at === other.at ? precedes(one, other) : one.at < other.at)

/** By id, which few comparisons need whole. A booking comes before the bookings of its own job. */
function precedes(one: Booking, other: Booking): boolean {
  if (one.cause === other.cause) return one.nth < other.nth
  return isSmaller(one.cause, other.cause) ?? isSmaller(bookingId(one), bookingId(other)) ?? bookingId(one).length < bookingId(other).length
}

/** Number by number. Undefined when one id is the beginning of the other. */
function isSmaller(one: string, other: string): boolean | undefined {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  if (at === one.length || at === other.length) return undefined
  // The two numbers differ from here on: the one with fewer digits left is smaller.
  const digits = digitsFrom(one, at) - digitsFrom(other, at)
  return digits === 0 ? one.charCodeAt(at) < other.charCodeAt(at) : digits < 0
}

function digitsFrom(text: string, start: number): number {
  const end = text.indexOf('.', start)
  return (end < 0 ? text.length : end) - start
}

/** Bookings in order. Plain data. */
interface Run {
  /** Undefined where a booking was taken. */
  readonly bookings: (Booking | undefined)[]
  /** The position of the first booking that was not taken. */
  first: number
}

/** Plain data. */
export interface AgendaData {
  /** A service books each kind of step at its own distance from now, so that a few runs take most bookings at their ends. */
  readonly runs: Run[]
  /** The other bookings, as a binary heap: the first one comes first, and every other one after the one at (its place - 1) / 2. */
  readonly heap: Booking[]
  /** Bookings whose jobs wait for the outside world: until a job ends, its booking is not lost. */
  readonly running: Set<Booking>
}

/** `bookings`: in order. */
export const newAgenda = (bookings: readonly Booking[] = []): AgendaData => ({ runs: [runOf(bookings)], heap: [], running: new Set() })

const runOf = (bookings: readonly Booking[]): Run => ({ bookings: [...bookings], first: 0 })

/** In order, also those whose jobs wait for the outside world. */
export const bookingsIn = (data: AgendaData): Booking[] => inOrder([...waitingIn(data), ...data.running])

const waitingIn = ({ runs, heap }: AgendaData): Booking[] => [
  ...runs.flatMap(({ bookings, first }) => bookings.slice(first) as Booking[]),
  ...heap,
]

const inOrder = (bookings: Booking[]): Booking[] => bookings.sort((one, other) => (earlier(one, other) ? -1 : 1))

/** Learns which bookings there are. */
export type AgendaFollower = (booking: Booking, what: 'added' | 'ended') => void

export interface Agenda {
  readonly size: number
  /** How many bookings are working steps. */
  readonly steps: number
  add(booking: Booking): void
  next(): Booking | undefined
  /** Takes the next booking: its job runs until `end`. */
  take(): Booking | undefined
  /** The job of a booking that was taken waits. */
  hold(booking: Booking): void
  end(booking: Booking): void
  /** Every booking, in order. Costs their number. */
  list(): Booking[]
  /**
   * The bookings of some, as an agenda of their own: the others wait, also those that come before. Each step of it costs the number of all.
   */
  among(isOne: (booking: Booking) => boolean): Agenda
  /** Tells a follower of every booking from now on. There is one at most. */
  follow(follower: AgendaFollower): void
}

/** Each addition and each taking looks at all runs. */
const mostRuns = 12

/** Bookings whose jobs waited are booked again. */
export function createAgenda(data: AgendaData = newAgenda()): Agenda {
  const { runs, heap, running } = data
  const waiting = () => waitingIn(data)
  let size = waiting().length
  let steps = waiting().filter(({ step }) => step).length
  let follower: AgendaFollower | undefined
  let next = firstIn(data)

  function add(booking: Booking): void {
    const run = runFor(runs, booking)
    if (run) run.bookings.push(booking)
    else rise(heap, booking)
    size++
    if (booking.step) steps++
    if (!next || earlier(booking, next)) next = booking
    follower?.(booking, 'added')
  }
  for (const booking of running) add(booking)
  running.clear()

  function took(booking: Booking): Booking {
    next = firstIn(data)
    size--
    if (booking.step) steps--
    return booking
  }

  const agenda: Agenda = {
    get size() {
      return size
    },
    get steps() {
      return steps
    },
    add,
    next: () => next,
    take() {
      const first = next
      if (!first) return undefined
      const run = runs.find((each) => headOf(each) === first)
      if (run) takeHead(run)
      else sink(heap)
      return took(first)
    },
    hold: (booking) => void running.add(booking),
    end(booking) {
      running.delete(booking)
      follower?.(booking, 'ended')
    },
    list: () => inOrder(waiting()),
    among: (isOne) => ({
      ...agenda,
      next: () => agenda.list().find(isOne),
      take() {
        const one = agenda.list().find(isOne)
        if (!one) return undefined
        const others = agenda.list().filter((booking) => booking !== one)
        runs.splice(0, runs.length, runOf(others))
        heap.length = 0
        return took(one)
      },
    }),
    follow(other) {
      follower = other
    },
  }
  return agenda
}

const headOf = ({ bookings, first }: Run): Booking | undefined => bookings[first]

function firstIn({ runs, heap: [top] }: AgendaData): Booking | undefined {
  let first = top
  for (const run of runs) {
    const head = headOf(run)
    if (head && (!first || earlier(head, first))) first = head
  }
  return first
}

/** The run that ends latest before a booking, else one without bookings. Undefined: the heap takes it. */
function runFor(runs: Run[], booking: Booking): Run | undefined {
  let best: Run | undefined
  let end: Booking | undefined
  for (const run of runs) {
    const last = run.bookings.at(-1)
    if (last ? earlier(last, booking) && (!end || earlier(end, last)) : !best) {
      best = run
      end = last
    }
  }
  if (best || runs.length === mostRuns) return best
  const run = runOf([])
  runs.push(run)
  return run
}

/** Gives up what was taken when that is half of the run, so that a taking costs the same whatever the length. */
function takeHead(run: Run): void {
  const { bookings } = run
  bookings[run.first++] = undefined
  if (run.first * 2 < bookings.length) return
  bookings.splice(0, run.first)
  run.first = 0
}

/** Puts a booking in at the end, and before everything that it precedes on the way to the top. */
function rise(heap: Booking[], booking: Booking): void {
  let at = heap.length
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] as Booking
    if (!earlier(booking, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = booking
}

/** Takes the top away. The last one goes to the top, and after everything that precedes it on the way to the end. */
function sink(heap: Booking[]): void {
  const booking = heap.pop()
  if (!booking || heap.length === 0) return
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    const left = heap[child]
    const right = heap[child + 1]
    if (!left) break
    if (right && earlier(right, left)) child++
    const least = heap[child] as Booking
    if (!earlier(least, booking)) break
    heap[at] = least
    at = child
  }
  heap[at] = booking
}
