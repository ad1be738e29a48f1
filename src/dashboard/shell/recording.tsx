/** Begins to record a capsule and saves it: on every page, because a mistake shows anywhere. */

import type { CapsuleReply } from '../../control-replies/capsule.ts'
import { Text } from '../components/text.tsx'
import { say } from '../components/toast.tsx'
import { counted } from '../components/words.ts'
import { bytesOf, sentenceOf, useChange, useControl } from '../data/control.ts'
import { download } from '../data/download.ts'

export function Recording() {
  const { data } = useControl('control.showCapsule', {}, { live: true })
  const begin = useChange('control.recordCapsule', () => 'Every call is recorded from now on, with the state of the world.')
  const end = useChange('control.recordCapsule', (saved) => {
    void save(saved)
    return undefined
  })
  if (!data) return null
  const { recording, calls, world, lastMinutes } = data
  if (!recording) {
    const always = lastMinutes === null ? '' : `. The last ${counted(lastMinutes, 'minute')} are kept in any case, for a defect of Standin`
    const title = `Record the world and every call from now on, to replay them${always}`
    return (
      <button type="button" class="quiet" title={title} onClick={() => begin.mutate({ body: { record: true } })}>
        <span aria-hidden="true">●</span> Record
      </button>
    )
  }
  return (
    <section class="active" aria-label="What is recorded">
      <span class="chip bad">
        Recording {world === null ? 'all worlds' : <Text>{world}</Text>}: {counted(calls, 'call')}
      </span>
      <button type="button" class="small" onClick={() => end.mutate({ body: { record: false } })}>
        Save
      </button>
    </section>
  )
}

async function save({ calls, incomplete }: CapsuleReply): Promise<void> {
  try {
    download('standin.capsule', 'application/octet-stream', [await bytesOf('control.readCapsule')])
    if (incomplete !== null) say(`standin.capsule is not whole: ${incomplete}`, 'bad')
    else say(`standin.capsule has ${counted(calls, 'call')}. Replay it: standin capsule replay standin.capsule`)
  } catch (error) {
    say(sentenceOf(error), 'bad')
  }
}
