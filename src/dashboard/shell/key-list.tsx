/** Lists what the keys do. */
import { Dialog } from '../components/dialog.tsx'
import { keyActs } from './keys.ts'

export function KeyList({ close }: { close(): void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {keyActs().map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
