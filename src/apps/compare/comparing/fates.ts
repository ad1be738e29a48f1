/** Tries other orders for calls that overlapped, and assumes other effects for calls whose replies were lost. */
import type { Handled, Prepared } from './call.ts'
import type { ComparedWorld, Mark } from './world.ts'

/** A call that was handled in the world. */
export interface Step {
  /** The call's position among all calls. Undefined for a call without a result. */
  readonly index?: number
  readonly call: Prepared
  /** The world's state before the call, and a function that removes the pairs of ids made since then. */
  readonly mark: Mark
  readonly undo: () => void
  readonly handled: Handled
  /** Ids in the call's URL that no earlier reply contained. */
  readonly unknown: readonly string[]
}

interface Dependencies {
  readonly world: ComparedWorld
  readonly run: (call: Prepared) => Promise<Step>
  readonly isDiffering: (step: Step) => boolean
}

/** Milliseconds between two calls that the real service's own times cannot tell apart. */
const precision = 1
/** Maximum number of earlier calls that can be reordered. */
const mostEarlier = 30
/** Maximum number of orders to try per call, and of calls with lost replies. */
const mostOrders = 6
/** After this many failed searches for the same kind of difference, or for all kinds together, no more searches are made. */
const mostFailures = 3
const mostFailuresInAll = 200
/** Maximum number of remembered calls with lost replies. */
const mostDoubts = 20

export function createFates({ world, run, isDiffering }: Dependencies) {
  let earlier: Step[] = []
  let doubts: Prepared[] = []
  const failures = new Map<string, number>()

  const count = (steps: readonly Step[]) => steps.filter(isDiffering).length

  /** Handles the calls in the given order, from the state before `from`. Returns undefined, without changes, if that state is lost. */
  async function replay(from: Step, calls: readonly (Step | Prepared)[]): Promise<Step[] | undefined> {
    if (!(await world.rewind(from.mark))) return undefined
    from.undo()
    const steps: Step[] = []
    for (const each of calls) {
      const step = await run('call' in each ? each.call : each)
      if ('call' in each) steps.push({ ...step, ...(each.index !== undefined && { index: each.index }) })
    }
    return steps
  }

  /** Returns steps with new results, or undefined if nothing changed. The order changes only if another one has fewer differences. */
  async function otherOrder(step: Step): Promise<Step[] | undefined> {
    const { at } = step.call.exchange
    const first = earlier.findIndex(({ call: { exchange } }) => exchange.ended > Math.max(at - precision, exchange.at))
    const overlapping = first < 0 ? [] : earlier.slice(first)
    const before = count([...overlapping, step])
    if (before === 0) return undefined
    let changed = false
    const orders = overlapping.map((_, nth) => nth).toReversed()
    for (const order of orders.slice(0, mostOrders)) {
      const after = overlapping.slice(order)
      const [from] = after
      if (!from) break
      const steps = await replay(from, [step, ...after])
      if (!steps) break
      changed = true
      if (count([...overlapping.slice(0, order), ...steps]) < before) {
        earlier = [...earlier.slice(0, first + order), ...steps]
        return steps
      }
      const back = await replay(steps[0] ?? from, [...after, step])
      if (!back) break
      earlier = [...earlier.slice(0, first + order), ...back.slice(0, -1)]
      for (const [nth, each] of back.slice(0, -1).entries()) overlapping[order + nth] = each
      step = back.at(-1) ?? step
    }
    return changed ? [step] : undefined
  }

  /** Checks whether the replies match if one of the calls with lost replies is assumed to have succeeded. */
  async function withDoubt(step: Step): Promise<Step | undefined> {
    for (const call of doubts.toReversed().slice(0, mostOrders)) {
      const steps = await replay(step, [call, step])
      const [one] = steps ?? []
      if (!one) return undefined
      if (!isDiffering(one)) {
        doubts = doubts.filter((each) => each !== call)
        return one
      }
      const [back] = (await replay({ ...step, mark: step.mark }, [step])) ?? []
      if (back) step = back
    }
    return step
  }

  return {
    /** Notes that it is unknown whether the call had an effect at the real service. */
    doubt(call: Prepared) {
      doubts = [...doubts, call].slice(-mostDoubts)
    },
    /** If the replies differ, tries other orders of overlapping calls. Returns the steps that have new results, including `step`. */
    async settle(given: Step) {
      let steps: readonly Step[] = [given]
      const key = keyOf(given, earlier.filter(isDiffering))
      const isWorth = (failures.get(key) ?? 0) < mostFailures && (failures.get('') ?? 0) < mostFailuresInAll
      if (isWorth) {
        steps = (await otherOrder(given)) ?? steps
        const [only] = steps
        if (steps.length === 1 && only && isDiffering(only) && doubts.length > 0) steps = [(await withDoubt(only)) ?? only]
        if (steps.some(isDiffering)) for (const each of [key, '']) failures.set(each, (failures.get(each) ?? 0) + 1)
      }
      if (steps.length === 1) earlier.push(...steps)
      earlier = earlier.slice(-mostEarlier)
      return steps
    },
  }
}

/** Returns the same key for differences of the same kind. */
function keyOf({ call, handled }: Step, others: readonly Step[]): string {
  return [{ call, handled }, ...others.slice(-1)]
    .flatMap((each) => [each.call.operation, ...each.handled.differences.map(({ kind, where }) => `${kind} ${where}`)])
    .join('\n')
}
