/** Reads a baseline: known bad behaviour of clients, which does not cause a failure. */
import { z } from 'zod'
import { Misuse, unknownName } from '../../../service/wire/misuse.ts'
import { readAs } from '../../../service/wire/read-as.ts'
import type { Baseline } from './judgement.ts'

const schema = z.strictObject({
  verdicts: z.array(z.strictObject({ id: z.string(), caller: z.string().optional() })),
})

/** Reads a baseline. `content`: the parsed YAML. Throws {@link Misuse} for an invalid baseline or an unknown verdict. */
export function readBaseline(file: string, content: unknown, ids: readonly string[]): Baseline {
  const { verdicts } = readAs(file, schema, content, '.')
  for (const { id } of verdicts) if (!ids.includes(id)) throw unknownName(`${file}: unknown verdict ${JSON.stringify(id)}.`, id, ids)
  const names = verdicts.map(({ id, caller }) => (caller === undefined ? id : `${id} of ${caller}`))
  const twice = names.find((name, nth) => names.indexOf(name) !== nth)
  if (twice !== undefined) throw new Misuse(`${file}: ${twice} appears twice.`)
  const needed = new Set<number>()
  return {
    file,
    knows(id, caller) {
      const at = verdicts.findIndex((each) => each.id === id && (each.caller ?? caller) === caller)
      if (at >= 0) needed.add(at)
      return at >= 0
    },
    stale: () => names.filter((_, at) => !needed.has(at)),
  }
}
