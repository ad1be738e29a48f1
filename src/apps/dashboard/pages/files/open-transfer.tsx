/** An open transfer: its state, recipients and history, and actions for testers. */

import { Button } from '../../components/button.tsx'
import { ConfirmButton } from '../../components/dialog.tsx'
import { Badge, Facts } from '../../components/facts.tsx'
import { Beside, Loaded } from '../../components/list.tsx'
import { Story } from '../../components/story.tsx'
import { Quiet, Size, Text, Time } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { Who } from '../../components/who.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { nameOf } from '../../data/names.ts'
import { hrefOf } from '../../shell/address.ts'
import { Recipients, Uploads, useUploads } from './recipients.tsx'
import { type FullTransfer, StateMachine, toneOf } from './state-machine.tsx'

export function OpenTransfer({ id, close }: { readonly id: string; close(): void }) {
  const transfer = useControl('control.showFileTransfer', { params: { id } }, { live: true })
  return (
    <Beside class="open-transfer" label="File transfer" what="the transfer" close={close}>
      <Loaded of={transfer}>{(full) => <Opened full={full} />}</Loaded>
    </Beside>
  )
}

function Opened({ full }: { readonly full: FullTransfer }) {
  const state = full.fileTransferStatus
  const been = new Set(full.fileTransferStatusHistory.map(({ fileTransferStatus }) => fileTransferStatus))
  const properties = Object.entries(full.propertyList)
  const uploads = useUploads().get(full.fileTransferId) ?? []
  return (
    <>
      <h2>
        <Text>{full.fileName}</Text> <Badge tone={toneOf(state)}>{state}</Badge>
      </h2>
      <StateMachine state={state} been={been} />
      <Acts full={full} />
      <Facts
        of={{
          Id: (
            <span class="row">
              <Text>{full.fileTransferId}</Text> <Copy text={full.fileTransferId} what="the id" />
            </span>
          ),
          Status: full.fileTransferStatusText,
          Size: <Size of={full.fileTransferSize} />,
          Sender: <Who of={full.sender} />,
          Reference: full.sendersFileTransferReference,
          Resource: full.resourceId,
          'Virus scan': full.useVirusScan ? 'yes' : 'no',
          Checksum: full.checksum || null,
          Expires: <Time at={full.expirationTime} full />,
          ...(properties.length > 0 && { Properties: properties.map(([name, value]) => `${name}: ${value}`).join(', ') }),
        }}
      />
      <p class="row">
        <a href={hrefOf(['events'], { transfer: full.fileTransferId })}>Its events</a>
        <a href={hrefOf(['search'], { text: full.fileTransferId })}>Its whole story</a>
      </p>
      <Uploads of={uploads} />
      <Recipients full={full} />
      <h3>History</h3>
      <History full={full} />
      <h3>Audit</h3>
      <Audit id={full.fileTransferId} />
    </>
  )
}

/** Shows a transfer's history. If times are equal, a recipient's confirmation comes before the confirmation by all recipients. */
function History({ full }: { readonly full: FullTransfer }) {
  const own = full.fileTransferStatusHistory.map((each) => ({
    at: each.fileTransferStatusChanged,
    rank: each.fileTransferStatus === 'AllConfirmedDownloaded' ? 2 : 0,
    what: each.fileTransferStatus as string,
    text: each.fileTransferStatusText,
  }))
  const theirs = full.recipientFileTransferStatusHistory
    .filter((each) => each.recipientFileTransferStatusCode !== 'Initialized')
    .map((each) => ({
      at: each.recipientFileTransferStatusChanged,
      rank: 1,
      what: `${nameOf(each.recipient)} ${each.recipientFileTransferStatusCode}`,
      text: each.recipientFileTransferStatusText,
    }))
  const steps = [...own, ...theirs].sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || one.rank - other.rank)
  return (
    <ol class="history">
      {steps.map(({ at, what, text }, index) => (
        <li key={`${index} ${at}`}>
          <Time at={at} full />
          <Text as="strong">{what}</Text>
          <Quiet>{text}</Quiet>
        </li>
      ))}
    </ol>
  )
}

function Audit({ id }: { readonly id: string }) {
  const story = useControl('control.showStory', { params: { id }, query: { limit: '1000' } }, { live: true })
  return <Loaded of={story}>{(told) => <Story label="The file's calls and jobs" entries={told.story} />}</Loaded>
}

function Acts({ full: { fileTransferId: id, fileTransferStatus: state } }: { readonly full: FullTransfer }) {
  const scan = useChange('control.scanFileTransfer', ({ status }) => `The transfer is now ${status}.`)
  const expire = useChange('control.expireFileTransfer', ({ status }) => `The transfer is now ${status}.`)
  return (
    <div class="actions start">
      {(['clean', 'infected', 'error'] as const).map((result) => (
        <Button
          key={result}
          label={`Scan: ${result}`}
          disabled={state !== 'UploadProcessing' || scan.isPending}
          title={state === 'UploadProcessing' ? 'Ends the scan now' : 'Only a transfer in UploadProcessing is waiting for a scan'}
          act={() => scan.mutate({ params: { id }, body: { result } })}
        />
      ))}
      <ConfirmButton
        button={{ label: 'Expire now', disabled: state === 'Purged' }}
        title="Expire the file now?"
        yes="Expire it"
        act={() => expire.mutate({ params: { id } })}
      >
        <p>The file is removed, as if its time to live had ended. This cannot be undone.</p>
      </ConfirmButton>
    </div>
  )
}
