/** One resource, to look at and to change. */
import { useState } from 'preact/hooks'
import type { ControlInput, ControlReply } from '../../../control/rows/client.ts'
import { RemoveButton } from '../../components/dialog.tsx'
import { CheckField, TextArea, TextField } from '../../components/fields.tsx'
import { Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { go, hrefOf, storyHref } from '../../shell/address.ts'

export type Resource = ControlReply<'control.listResources'>['resources'][number]

/** `known`: there is such a resource. */
export function ResourceForm({ resource, known }: { readonly resource: Resource; readonly known: boolean }) {
  const [written, write] = useState(resource)
  const put = useChange('control.putResource', ({ id }) => {
    go(hrefOf(['resources', id]))
    return `The resource ${id} is as you wrote it.`
  })
  const remove = useChange('control.removeResource', () => {
    go(hrefOf(['resources']))
    return `The resource ${resource.id} is gone.`
  })
  const change = (values: Partial<Resource>) => write((before) => ({ ...before, ...values }))
  const { externalServiceCode, externalServiceEdition } = written
  const { owner, maxFileTransferSize, timeToLive, gracePeriod, requiredParty, accessList } = written

  return (
    <form
      class="card"
      aria-label={known ? `Resource ${resource.id}` : 'A new resource'}
      onSubmit={(event) => {
        event.preventDefault()
        const listed = accessList?.map((line) => line.trim()).filter((line) => line !== '') ?? null
        put.mutate({ params: { id: written.id }, body: membersOf({ ...written, accessList: listed }) })
      }}
    >
      <h2>{known ? <Text>{resource.id}</Text> : 'A new resource'}</h2>
      {known && (
        <p class="quiet">
          <a href={storyHref(resource.id)}>what happened with it</a>
        </p>
      )}
      <div class="fields">
        {!known && <TextField label="Id" value={written.id} change={(id) => change({ id: id.trim() })} required autoFocus />}
        <TextField
          label="Owner"
          value={owner ?? ''}
          change={(value) => change({ owner: value.trim() })}
          hint="An organization number of 9 digits."
        />
        <TextField
          label="Largest file"
          type="number"
          value={maxFileTransferSize === null ? '' : String(maxFileTransferSize)}
          change={(value) => change({ maxFileTransferSize: value === '' ? null : Number(value) })}
          hint="Bytes; empty: as the service has it."
        />
        <TextField
          label="Time to live"
          value={timeToLive ?? ''}
          change={(value) => change({ timeToLive: value.trim() })}
          hint="Such as P30D or 10m."
        />
        <TextField
          label="Grace period"
          value={gracePeriod ?? ''}
          change={(value) => change({ gracePeriod: value.trim() })}
          hint="After the last confirmation, until the file is purged."
        />
        <TextField
          label="Required party"
          value={requiredParty ?? ''}
          change={(value) => change({ requiredParty: value.trim() })}
          placeholder="0192:NNNNNNNNN"
          hint="Sender or only recipient."
        />
        <TextField
          label="Code of the older service"
          value={externalServiceCode ?? ''}
          change={(value) => change({ externalServiceCode: value.trim() })}
          hint="It has no effect here."
        />
        <TextField
          label="Edition of the older service"
          type="number"
          value={externalServiceEdition === null ? '' : String(externalServiceEdition)}
          change={(value) => change({ externalServiceEdition: value === '' ? null : Number(value) })}
          hint="It has no effect here."
        />
      </div>
      <div class="checks">
        <CheckField
          label="Purge when all have confirmed"
          checked={written.purgeAfterConfirmed}
          change={(purgeAfterConfirmed) => change({ purgeAfterConfirmed })}
        />
        <CheckField
          label="Files may go unscanned"
          checked={written.unscannedApproved}
          change={(unscannedApproved) => change({ unscannedApproved })}
        />
        <CheckField
          label="Older clients get a manifest file"
          checked={written.useManifestFileShim ?? false}
          change={(useManifestFileShim) => change({ useManifestFileShim })}
        />
        <CheckField label="Its owner has configured it" checked={written.configured} change={(configured) => change({ configured })} />
        <CheckField label="The registry has it" checked={written.registered} change={(registered) => change({ registered })} />
        <CheckField
          label="Only some may receive"
          checked={accessList !== null}
          change={(some) => change({ accessList: some ? [] : null })}
        />
      </div>
      {accessList !== null && (
        <TextArea
          label="Who may receive, one a line"
          rows={3}
          value={accessList.join('\n')}
          change={(value) => change({ accessList: value.split('\n') })}
          hint="Each as 0192:NNNNNNNNN; empty: nobody."
        />
      )}
      <div class="actions start">
        <button type="submit" class="primary">
          {known ? 'Save' : 'Add'}
        </button>
        {known && <RemoveButton what={`the resource ${resource.id}`} act={() => remove.mutate({ params: { id: resource.id } })} />}
      </div>
    </form>
  )
}

/** What was never set is left out. */
function membersOf({
  id: _id,
  environment: _environment,
  configured,
  registered,
  ...members
}: Resource): ControlInput<'control.putResource'>['body'] {
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''))
  return { ...given, ...(!configured && { configured }), ...(!registered && { registered }) }
}
