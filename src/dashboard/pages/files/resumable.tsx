/** How far resumable uploads are. */
import { useMemo } from 'preact/hooks'
import type { RecordOf } from '../../../control/rows/records.ts'
import { Size, Time } from '../../components/time.tsx'
import { environment, useControl } from '../../data/control.ts'

type Upload = RecordOf<'resumableUploads'>

/** Those of this environment that go on, by their file transfer. A transfer may have several, as parts of its file. */
export function useUploads(): ReadonlyMap<string, readonly Upload[]> {
  const query = { environment, limit: '10000' }
  const { data } = useControl('control.findRecords', { params: { collection: 'resumableUploads' }, query }, { live: true })
  return useMemo(() => Map.groupBy((data?.records ?? []) as Upload[], ({ fileTransfer }) => fileTransfer), [data])
}

/** All uploads of a transfer as one bar. */
export function Progress({ of: uploads }: { readonly of: readonly Upload[] }) {
  if (uploads.length === 0) return null
  const length = uploads.reduce((sum, each) => sum + each.length, 0)
  const received = uploads.reduce((sum, each) => sum + each.received, 0)
  return (
    <span class="upload-progress">
      <progress max={length || 1} value={length === 0 ? 1 : received} aria-label="Received" />{' '}
      <span class="number">{length === 0 ? 100 : Math.floor((received / length) * 100)} %</span>
    </span>
  )
}

/** Each upload of a transfer. */
export function Uploads({ of: uploads }: { readonly of: readonly Upload[] }) {
  if (uploads.length === 0) return null
  return (
    <section aria-label="Resumable uploads">
      <h3>{uploads.length === 1 ? 'A resumable upload goes on' : `${uploads.length} resumable uploads go on`}</h3>
      <ul class="uploads">
        {uploads.map((upload) => (
          <li key={upload.id} class="row">
            <Progress of={[upload]} />
            <span>
              <Size of={upload.received} /> of <Size of={upload.length} />
              {upload.parts !== null && `, put together from ${upload.parts} parts`}
            </span>
            <span class="quiet">
              last bytes at <Time at={upload.active} full />, expires at <Time at={upload.expires} full />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
