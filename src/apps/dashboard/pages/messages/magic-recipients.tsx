/** Recipients whose messages end in a given status, to be copied into an order. */
import type { ControlReply } from '../../../../control/client.ts'
import { CloseButton } from '../../components/button.tsx'
import { Badge, Table, toneOfMessage } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { useControl, wholeList } from '../../data/control.ts'

type Recipe = ControlReply<'control.listRecipients'>['recipients'][number]

export function MagicRecipients({ close }: { close(): void }) {
  const recipients = useControl('control.listRecipients', { query: wholeList })
  return (
    <aside class="open-message beside" aria-label="Magic recipients next to the messages">
      <header>
        <h2>Magic recipients</h2>
        <CloseButton label="Close the recipients" close={close} />
      </header>
      <section class="magic">
        <p class="quiet">A message to one of these recipients ends in the given status. Copy a recipient into an order.</p>
        <Loaded of={recipients}>
          {(data) => <Table label="Magic recipients" columns={columns} rows={data.recipients} keyOf={keyOf} />}
        </Loaded>
      </section>
    </aside>
  )
}

const keyOf = ({ status, recipient }: Recipe) => `${status} ${JSON.stringify(recipient)}`

const columns = [
  { title: 'Recipient', cell: (recipe: Recipe) => <Recipient recipe={recipe} /> },
  { title: 'Ends in', cell: ({ status, how }: Recipe) => <Ending status={status} how={how} /> },
]

function Recipient({ recipe: { recipient, status } }: { readonly recipe: Recipe }) {
  const name = nameOf(recipient)
  return (
    <span class="row">
      <Text as="code">{name}</Text>
      <Copy text={name} what={name} />
      <Copy
        text={JSON.stringify({ recipient }, undefined, 2)}
        what={`the recipient for ${status}, as used in an order`}
        label="in an order"
      />
    </span>
  )
}

const Ending = ({ status, how }: Pick<Recipe, 'status' | 'how'>) => (
  <>
    <Badge tone={toneOfMessage(status)}>{status}</Badge> <Quiet>{how}</Quiet>
  </>
)

/** Returns the first string in the value, which is the address or the number. */
export function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : nameOf(Object.values(value ?? { none: '' })[0])
}
