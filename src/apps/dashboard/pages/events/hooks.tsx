/** Hooks, which are webhook receivers in Standin itself: the requests they received and the replies they send. */

import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Badge, Table, toneOf } from '../../components/facts.tsx'
import { ChoiceField, TextField } from '../../components/fields.tsx'
import { HttpMessage } from '../../components/http-message.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { counted, Text, TextLink, Time } from '../../components/text.tsx'
import { CodeLine } from '../../components/toast.tsx'
import { addressOf, useChange, useControl, world } from '../../data/control.ts'
import { go, hrefOf } from '../../shell/address.ts'
import { shortType } from './deliveries.tsx'

type Hook = ControlReply<'control.showHook'>
type Request = Hook['requests'][number]

const statuses: Readonly<Record<string, string>> = {
  200: '200: received',
  202: '202: received',
  400: '400: refused',
  401: '401: refused',
  404: '404: not found',
  410: '410: gone',
  429: '429: too many requests',
  500: '500: broken',
  503: '503: unavailable',
}
/** Real time → label. A delivery times out after ten seconds. */
const delays: Readonly<Record<string, string>> = {
  PT0S: 'immediately',
  PT1S: 'after a second',
  PT5S: 'after 5 seconds',
  PT15S: 'too late: after 15 seconds',
}

const nameForm = /^[A-Za-z0-9._-]{1,64}$/

export function Hooks({ open = 'mine' }: { readonly open: string | undefined }) {
  const isName = nameForm.test(open)
  const hook = useControl('control.showHook', { params: { name: open } }, { live: true, enabled: isName })
  const others = useControl('control.listHooks', {}, { live: true })
  const rename = (name: string) => go(hrefOf(['events', 'hooks', name]), { replace: true })
  return (
    <div class="hooks">
      <div class="row">
        <TextField label="Hook" value={open} change={rename} choices={others.data?.hooks.map(({ name }) => name)} />
        {isName && <Loaded of={hook}>{(data) => <Answer hook={data} />}</Loaded>}
      </div>
      {isName ? (
        <Loaded of={hook}>{(data) => <Arrived hook={data} />}</Loaded>
      ) : (
        <Empty title="A hook's name consists of 1 to 64 letters, digits, dots, - and _." />
      )}
    </div>
  )
}

function Answer({ hook: { name, status, delay } }: { readonly hook: Hook }) {
  const answer = useChange('control.answerHook', (chosen) => `The hook now returns ${chosen.status}.`)
  const clear = useChange('control.clearHook', () => `The requests to the ${name} hook were cleared.`)
  const choose = (chosen: { status?: Hook['status']; delay?: string }) =>
    answer.mutate({ params: { name }, body: { status, delay, ...chosen } })
  return (
    <>
      <ChoiceField
        label="Reply"
        value={String(status)}
        change={(chosen) => choose({ status: Number(chosen) as Hook['status'] })}
        choices={{ [status]: String(status), ...statuses }}
      />
      <ChoiceField label="When" value={delay} change={(chosen) => choose({ delay: chosen })} choices={{ [delay]: delay, ...delays }} />
      <Button label="Clear" act={() => clear.mutate({ params: { name } })} />
    </>
  )
}

function Arrived({ hook: { name, requests } }: { readonly hook: Hook }) {
  const address = `${addressOf(world)}/_standin/hooks/${name}`
  return (
    <>
      <p class="quiet">Subscribe with this endPoint:</p>
      <CodeLine text={address} what="the hook's URL" />
      {requests.length === 0 ? (
        <Empty title="No request has arrived yet.">
          <p>Subscribe to events with this URL as the endPoint. Standin delivers to it, starting with the validation.</p>
        </Empty>
      ) : (
        <Table label="Requests, newest first" columns={columns} rows={[...requests].reverse()} keyOf={({ id }) => String(id)} />
      )}
    </>
  )
}

const columns = [
  { title: 'No.', numeric: true, cell: ({ id }: Request) => id },
  { title: 'Arrived', cell: ({ at }: Request) => <Time at={at} /> },
  { title: 'Answered', cell: ({ answered }: Request) => <Badge tone={toneOf(answered)}>{answered}</Badge> },
  { title: 'Event', cell: ({ event }: Request) => <EventOf event={event} /> },
  { title: 'Request', cell: (each: Request) => <Content of={each} /> },
]

const validation = 'platform.events.validatesubscription'

function EventOf({ event }: Pick<Request, 'event'>) {
  if (event === null) return <span class="quiet">none</span>
  if (event.type === validation) return <Text>{shortType(event.type)}</Text>
  return <TextLink href={hrefOf(['events', event.id])}>{shortType(event.type)}</TextLink>
}

const Content = ({ of: request }: { readonly of: Request }) => (
  <details>
    <summary>{counted(request.bytes, 'byte')}</summary>
    <HttpMessage title={`Request ${request.id}`} of={request} />
  </details>
)
