/** An SMS as a phone shows it. */
import { Badge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import type { SentMessage } from './sent-message.ts'

export function Phone({ message: { from, body, segments, truncated } }: { readonly message: SentMessage }) {
  return (
    <div class="phone">
      <p class="phone-from">
        <Text>{from}</Text>
      </p>
      <p class="bubble">
        <Text lines>{body}</Text>
      </p>
      <p class="quiet">
        {Array.from(body).length} characters in {segments} {segments === 1 ? 'segment' : 'segments'}{' '}
        {truncated && <Badge tone="warn">an operator would cut it</Badge>}
      </p>
    </div>
  )
}
