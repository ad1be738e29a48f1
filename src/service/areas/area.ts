/** The shape of an area: all that the service does in one of its parts. */

import type { RefusalValues } from '../wire/refusal.ts'
import type { Area } from '../wire/vocabulary.ts'
import type { Lifecycle } from '../world/records.ts'
import type { RefusalKey } from './refusals.ts'

interface AreaDefinition extends Area {
  readonly rows: readonly { readonly id: string }[]
  readonly jobs: readonly { readonly id: string }[]
  /** By the name of what moves, as the rules of the tests write it. */
  readonly lifecycles: Readonly<Record<string, Pick<Lifecycle<string>, 'moves'>>>
  /** Example values for the texts of refusals, used where there is no request. */
  readonly samples?: Partial<Record<RefusalKey, RefusalValues>>
}

export const defineArea = <const A extends AreaDefinition>(area: A): A => area
