/** Changes replies the way a later version of the service might: keeps promised members and adds others. */
import { z } from 'zod'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap } from '../scenario/effect.ts'
import type { Kind } from './greasing/greased.ts'

const kinds = ['members', 'texts', 'order', 'space', 'headers'] as const satisfies readonly Kind[]

const options = whenNeeded(() =>
  z.union([z.literal('all'), z.array(z.enum(kinds)).min(1)], { error: `is not "all" or a list of ${kinds.join(', ')}` }),
)

const words: Readonly<Record<Kind, string>> = {
  members: 'unknown members',
  texts: 'new status texts',
  order: 'a different order of members',
  space: 'different white space',
  headers: 'unknown headers',
}

const chosen = (written: z.output<ReturnType<typeof options>>): readonly Kind[] => (written === 'all' ? kinds : written)

/** Loaded on first use, because few pages need it. */
const load = () => import('./greasing/greased.ts')

export const grease = defineWrap({
  options,
  summary: 'The reply has additions, as if from a later version of the service',
  explain: (written) =>
    `Replies contain ${chosen(written)
      .map((kind) => words[kind])
      .join(', ')}. The service's guarantees still apply.`,
  async wrap(written, { proceed, replies, fraction }) {
    const answer = await proceed()
    return (await load()).greased(answer, chosen(written), replies, fraction)
  },
})
