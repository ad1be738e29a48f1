/** What the user must know before anything on the page: the server does not answer, or the world does not exist. */

import { counted, Text } from '../components/text.tsx'
import { begunAnew, connected } from '../data/connection.ts'
import { environment, useChange, useControl, world } from '../data/control.ts'

export function Notices() {
  const { data } = useControl('control.listWorlds', {}, { live: true })
  const make = useChange('control.makeWorld', () => `The world ${world} is there.`)
  const isMissing = data !== undefined && data.next === null && !data.worlds.some(({ name }) => name === world)
  return (
    <div class="notices" role="status">
      {!connected.value && (
        <p class="notice bad">
          <strong>Connection lost.</strong> Standin does not answer. The page shows what it knew, and tries again.
        </p>
      )}
      {connected.value && !isMissing && <BegunAnew />}
      {connected.value && isMissing && (
        <p class="notice info">
          The world <Text>{world}</Text> does not exist yet. It begins with the first call to its address.{' '}
          <button type="button" class="small" onClick={() => make.mutate({ params: { name: world } })}>
            Make it now
          </button>
        </p>
      )}
    </div>
  )
}

/** What went with another journal, and what the world has now: a server that keeps its worlds in a folder has its records again. */
function BegunAnew() {
  const { data } = useControl('control.showState', {}, { live: true, enabled: begunAnew.value !== undefined })
  if (!begunAnew.value || !data) return null
  const { at, lines, wasAway } = begunAnew.value
  const time = new Date(at).toTimeString().slice(0, 8)
  const { orders, fileTransfers } = data.environments[environment]
  return (
    <p class="notice info">
      <strong title="By the clock of this machine">
        {wasAway ? `The server restarted at ${time}.` : `The server restarted at ${time}, or the world was dropped and made again.`}
      </strong>{' '}
      {lines === 0 ? 'Its journal begins anew.' : `Its journal begins anew: ${counted(lines, 'line')} of before went.`} The world has{' '}
      {counted(orders.total, 'order')} and {counted(fileTransfers.total, 'file transfer')}.{' '}
      <button type="button" class="small" onClick={() => (begunAnew.value = undefined)}>
        Close
      </button>
    </p>
  )
}
