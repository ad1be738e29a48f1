/** The environment's file transfers, with the open transfer next to the list. */

import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Badge } from '../../components/facts.tsx'
import { choicesOf } from '../../components/fields.tsx'
import { Empty, QueryChoice, QueryText } from '../../components/list.tsx'
import { Size, Text, wordFor } from '../../components/text.tsx'
import { type Column, timeColumn } from '../../components/virtual-row.tsx'
import { RecordTable } from '../../components/virtual-table.tsx'
import { environment, useControl, wholeList } from '../../data/control.ts'
import { knownNames, nameOf } from '../../data/names.ts'
import { hrefOf, type PageProps, useOpened, useQueryValue } from '../../shell/address.ts'
import { Publish, Upload } from './new-file.tsx'
import { OpenTransfer } from './open-transfer.tsx'
import { Progress, useUploads } from './recipients.tsx'
import { moves, type Transfer, toneOf } from './state-machine.tsx'
import './files.css'

const states = { '': 'Any state', ...choicesOf(Object.keys(moves)) }

export function page({ rest: [open] }: PageProps) {
  const [text] = useQueryValue('text')
  const [status] = useQueryValue('status')
  const [dialog, show] = useState<'publish' | 'upload'>()
  const query = { environment, first: 'newest' as const, ...wholeList, ...(status !== '' && { status }) }
  const read = useControl('control.findRecords', { params: { collection: 'fileTransfers' }, query }, { live: true })
  const transfers = useMemo(
    () => ((read.data?.records ?? []) as Transfer[]).filter((each) => fits(each, text)),
    [read.data, text, knownNames()],
  )
  const uploads = useUploads()
  const shown = useMemo(() => withUploads(uploads), [uploads])
  const { given, leave } = useOpened('files', 'transfer', open)
  return (
    <div class={`files list-page ${open === undefined ? '' : 'opened'}`}>
      <h1 class="unheard">Files</h1>
      <div class="bar">
        <search class="filters">
          <QueryText name="text" label="Text" type="search" placeholder="Name, id, organization" />
          <QueryChoice name="status" label="State" choices={states} />
        </search>
        <div class="actions">
          <p class="quiet">
            <span class="number">{transfers.length}</span> {wordFor(transfers.length, 'transfer')}
          </p>
          <Button label="Upload a file" act={() => show('upload')} />
          <Button label="Publish a file of any size" act={() => show('publish')} />
        </div>
      </div>
      <RecordTable<Transfer>
        of={read}
        label="File transfers, newest first"
        columns={shown}
        rows={transfers}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => hrefOf(['files', id], given)}
        open={open}
        empty={
          <Empty title="No matching file transfers.">
            <p>Clients create them. You can also upload a file here, or publish a file of any size.</p>
          </Empty>
        }
      >
        {open !== undefined && <OpenTransfer key={open} id={open} close={leave} />}
      </RecordTable>
      {dialog === 'publish' && <Publish close={() => show(undefined)} />}
      {dialog === 'upload' && <Upload close={() => show(undefined)} />}
    </div>
  )
}

const fits = ({ id, fileName, sender, recipients, resourceId, sendersFileTransferReference }: Transfer, text: string) =>
  [id, fileName, sender, resourceId, sendersFileTransferReference, ...recipients, ...[sender, ...recipients].map(nameOf)].some((each) =>
    each.toLowerCase().includes(text.toLowerCase()),
  )

const columns: readonly Column<Transfer>[] = [
  { title: 'File', width: 'minmax(8rem, 2fr)', cell: ({ fileName }) => <Text>{fileName}</Text> },
  { title: 'State', width: 'minmax(12rem, 1fr)', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
  { title: 'Size', width: '6rem', numeric: true, narrow: false, cell: ({ size }) => <Size of={size} /> },
  {
    title: 'From, to',
    width: 'minmax(10rem, 2fr)',
    narrow: false,
    cell: ({ sender, recipients }) => (
      <>
        <Text>{nameOf(sender)}</Text> → <Text>{recipients.map(nameOf).join(', ')}</Text>
      </>
    ),
  },
  { title: 'Resource', width: 'minmax(6rem, 1fr)', narrow: false, cell: ({ resourceId }) => <Text>{resourceId}</Text> },
  timeColumn('Created', ({ created }) => created),
]

/** Adds a progress column if there are resumable uploads. */
function withUploads(uploads: ReturnType<typeof useUploads>): readonly Column<Transfer>[] {
  if (uploads.size === 0) return columns
  const cell = ({ id }: Transfer) => <Progress of={uploads.get(id) ?? []} />
  return columns.toSpliced(2, 0, { title: 'Received', width: '8rem', narrow: false, cell })
}
