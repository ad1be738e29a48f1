/** The events: what was published, how it was delivered, who subscribed, and what hooks received. */
import { Copy } from '../../components/copy.tsx'
import { Text } from '../../components/text.tsx'
import { type PageProps, useQueryValue } from '../../shell/address.ts'
import { Deliveries, StatusFilter } from './deliveries.tsx'
import { Hooks } from './hooks.tsx'
import { Published } from './published.tsx'
import { Subscriptions } from './subscriptions.tsx'
import { Views } from './views.tsx'
import './events.css'

export function page({ rest: [first, second] }: PageProps) {
  const view = first === 'deliveries' || first === 'subscriptions' || first === 'hooks' ? first : ''
  return (
    <div class="events list-page">
      <h1 class="unheard">Events</h1>
      <div class="bar">
        <Views current={view} />
        {view === 'deliveries' && <StatusFilter />}
        <Narrowed />
      </div>
      {view === '' && <Published open={first} />}
      {view === 'deliveries' && <Deliveries open={second} />}
      {view === 'subscriptions' && <Subscriptions />}
      {view === 'hooks' && <Hooks open={second} />}
    </div>
  )
}

/** Says that a link has narrowed the list to one transfer or subscription. */
function Narrowed() {
  const [transfer, setTransfer] = useQueryValue('transfer')
  const [subscription, setSubscription] = useQueryValue('subscription')
  if (transfer === '' && subscription === '') return null
  return (
    <p class="row narrowed">
      {transfer === '' ? (
        <>
          only subscription <Text>{subscription}</Text>
        </>
      ) : (
        <>
          only the transfer <Text>{transfer}</Text> <Copy text={transfer} what="the id of the transfer" />
        </>
      )}
      <button type="button" class="small" onClick={() => (transfer === '' ? setSubscription('') : setTransfer(''))}>
        Show all
      </button>
    </p>
  )
}
