/** Delays changes to contact details and subscriptions, as the service's caches do. */
import { z } from 'zod'
import { type Cached, caches, longestLateness } from '../../wire/vocabulary.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, durationOption, milliseconds } from '../scenario/effect.ts'

const lateness = whenNeeded(() =>
  durationOption()
    .refine((text) => milliseconds(text) <= longestLateness, 'is more than an hour')
    .optional(),
)

const options = whenNeeded(() =>
  z
    .strictObject({
      contacts: lateness().describe('The delay before changes to contact details take effect.'),
      subscriptions: lateness().describe('The delay before new subscriptions, validations and deletions take effect.'),
    } satisfies Record<Cached, unknown>)
    .refine((written) => caches.some((name) => written[name] !== undefined), {
      error: 'needs at least one of these options',
      params: { choices: caches },
    }),
)

const what: Readonly<Record<Cached, string>> = {
  contacts: 'Changes to contact details',
  subscriptions: 'New subscriptions, validations and deletions',
}

export const stale = defineDecide({
  options,
  summary: 'The service sees changes late',
  anywhere: true,
  explain: (chosen) =>
    caches.flatMap((name) => (chosen[name] === undefined ? [] : [`${what[name]} become visible ${chosen[name]} late.`])).join(' '),
  concerns: (chosen, { asks }) => caches.some((name) => chosen[name] !== undefined && asks?.includes(name)),
  decide: (chosen, circumstances) => ({
    ...circumstances,
    lateness: (name) => Math.max(circumstances.lateness(name), milliseconds(chosen[name] ?? 'PT0S')),
  }),
})
