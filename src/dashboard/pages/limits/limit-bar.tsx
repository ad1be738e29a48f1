/** One limit of one caller as a bar, with the time until it is full again, and buttons that change it. */

import type { ControlReply } from '../../../control/client.ts'
import { Text } from '../../components/text.tsx'
import { worldNow } from '../../components/time.tsx'
import { useChange } from '../../data/control.ts'

export type Limit = ControlReply<'control.listLimits'>['limits'][number]

export function LimitBar({ limit: { caller, operation, limit, left, resetsAt } }: { readonly limit: Limit }) {
  const set = useChange('control.setLimit', () => undefined)
  const params = { caller, operation }
  const seconds = Math.ceil((Date.parse(resetsAt) - worldNow.value) / 1_000)
  const tone = left === 0 ? 'empty' : left / limit <= 0.25 ? 'low' : ''
  return (
    <li>
      <span class="name">
        <Text>{operation}</Text>
      </span>
      <meter class={tone} min={0} max={limit} value={left} aria-label={`${operation}: ${left} of ${limit} left`} />
      <span class="number">
        {left} of {limit}
      </span>
      <span class="quiet number">{left === limit ? 'full' : seconds > 0 ? `full in ${seconds} s` : 'full now'}</span>
      <span class="acts">
        <button type="button" class="small" disabled={left === 0} onClick={() => set.mutate({ params, body: { left: 0 } })}>
          Use up
        </button>
        <button type="button" class="small" disabled={left === limit} onClick={() => set.mutate({ params, body: { left: limit } })}>
          Refill
        </button>
      </span>
    </li>
  )
}
