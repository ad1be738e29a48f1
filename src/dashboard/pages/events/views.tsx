/** The four views of the events, and the words that they share. */

import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { ControlReply } from '../../../control/rows/client.ts'
import type { DeliveryReply } from '../../../control/rows/deliveries.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { go, hrefOf } from '../../shell/address.ts'
import { type KeyAct, useKeys } from '../../shell/keys.ts'

export type Publication = ControlReply<'control.listEvents'>['events'][number]
export type { DeliveryReply }
export type Subscription = ControlReply<'control.listSubscriptions'>['subscriptions'][number]

type Status = DeliveryReply['status']

const tones: Readonly<Record<Status, Tone>> = { waiting: 'warn', delivered: 'good', failed: 'bad', held: 'info', dropped: 'plain' }

export const statuses = Object.keys(tones) as Status[]

export const DeliveryBadge = ({ status }: { readonly status: Status }) => <Badge tone={tones[status]}>{status}</Badge>

/** `published` of `no.altinn.broker.published`. */
export const shortType = (type: string): string => type.slice(type.lastIndexOf('.') + 1)
/** The number of an organization, of its URN. */
export const numberOf = (subject: string): string => subject.slice(subject.lastIndexOf(':') + 1)

const views = { '': 'Published', deliveries: 'Deliveries', subscriptions: 'Subscriptions', hooks: 'Hooks' }

export function Views({ current }: { readonly current: string }) {
  return (
    <nav class="row" aria-label="Views of the events">
      {Object.entries(views).map(([view, title]) => (
        <a
          key={view}
          class="pick"
          href={hrefOf(view === '' ? ['events'] : ['events', view])}
          {...(view === current && { 'aria-current': 'page' as const })}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

interface OpenedProps {
  readonly label: string
  /** Where closing leads. */
  readonly back: string
  readonly children: ComponentChildren
}

/** The frame of what is opened beside a list. */
export function Opened({ label, back, children }: OpenedProps) {
  const close = () => go(back, { replace: true })
  const keys = useMemo<KeyAct[]>(() => [{ keys: 'Escape', does: 'Close what is open', act: close }], [back])
  useKeys(keys)
  return (
    <article class="beside" aria-label={label}>
      <button type="button" class="quiet small close" aria-label="Close" onClick={close}>
        ×
      </button>
      {children}
    </article>
  )
}
