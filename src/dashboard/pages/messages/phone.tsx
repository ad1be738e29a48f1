/** An SMS as a phone shows it. */

import { Badge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import { counted } from '../../components/words.ts'
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
        {counted(Array.from(body).length, 'character')} in {counted(segments ?? 0, 'segment')}{' '}
        {truncated && <Badge tone="warn">an operator would cut it</Badge>}
      </p>
    </div>
  )
}
