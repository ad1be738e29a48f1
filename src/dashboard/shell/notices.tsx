/** What the user must know before anything on the page: the server does not answer, or the world does not exist. */
import { Text } from '../components/text.tsx'
import { connected } from '../data/connection.ts'
import { useChange, useControl } from '../data/control.ts'
import { world } from '../data/place.ts'

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
