/** The worlds and their URLs, with buttons to create, copy, reset and remove worlds. */

import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Confirm, DialogForm, Form } from '../../components/dialog.tsx'
import { Badge } from '../../components/facts.tsx'
import { TextField } from '../../components/fields.tsx'
import { Loaded } from '../../components/list.tsx'
import { counted, TextLink, Time } from '../../components/text.tsx'
import { dashboardOf, environment, useChange, useControl, wholeList, world } from '../../data/control.ts'
import { Address, ThisWorld } from './this-world.tsx'
import './worlds.css'

export function page() {
  const list = useControl('control.listWorlds', { query: wholeList }, { live: true })
  const [forking, fork] = useState<string>()
  const [dropping, drop] = useState<string>()
  const dropIt = useChange('control.dropWorld', () => 'The world was removed.')
  return (
    <div class="worlds centred">
      <h1>Worlds</h1>
      <p class="lead">Each world has its own records, clock, scenarios and traffic. Tests in different worlds do not affect each other.</p>
      <ThisWorld fork={() => fork(world)} />
      <section class="card">
        <h2>All worlds</h2>
        <Loaded of={list}>
          {({ worlds }) => (
            <ul class="lines">
              {worlds.map(({ name, created, calls, instance }) => (
                <li key={name}>
                  <span class="name">
                    <TextLink href={dashboardOf(name, environment)}>{name}</TextLink>{' '}
                    {name === world && <Badge tone="info">this one</Badge>}
                    {instance !== undefined && <Badge>{`on ${instance}`}</Badge>}
                  </span>
                  <Address name={name} of={environment} what={name} />
                  <span class="quiet">
                    {counted(calls, 'call')}, since <Time at={created} />
                  </span>
                  <span class="row">
                    <Button label="Fork" class="small" aria-label={`Fork world ${name}`} act={() => fork(name)} />
                    <Button label="Remove" class="small" aria-label={`Remove world ${name}`} act={() => drop(name)} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <NewWorld />
      </section>
      {forking !== undefined && <Fork of={forking} close={() => fork(undefined)} />}
      {dropping !== undefined && (
        <Confirm
          title={`Remove world ${dropping}?`}
          yes="Remove the world"
          act={() => dropIt.mutate({ params: { name: dropping } })}
          close={() => drop(undefined)}
        >
          <p>Everything in the world is deleted, in both environments. The next call to its URL creates it again.</p>
        </Confirm>
      )}
    </div>
  )
}

function NewWorld() {
  const [name, setName] = useState('')
  const make = useChange('control.makeWorld', (made) => `World ${made.name} was created.`)
  function submit(): void {
    make.mutate({ params: { name: name.trim() } })
    setName('')
  }
  return (
    <Form class="make" submit={submit}>
      <TextField label="New world" value={name} change={setName} placeholder="1 to 63 characters: a-z, 0-9 and -" required />
      <Button submit label="Create it" class="primary" />
    </Form>
  )
}

function Fork({ of, close }: { readonly of: string; close(): void }) {
  const [name, setName] = useState(`${of.slice(0, 58)}-copy`)
  const fork = useChange('control.forkWorld', () => {
    location.assign(dashboardOf(name.trim(), environment))
  })
  return (
    <DialogForm
      title={`Fork world ${of}`}
      close={close}
      submit={() => fork.mutate({ params: { name: of }, body: { as: name.trim() } })}
      yes="Copy and open it"
      disabled={fork.isPending}
    >
      <p>The copy contains everything that {of} contains now. Later changes to one do not affect the other.</p>
      <TextField label="Name of the copy" value={name} change={setName} hint="1 to 63 characters: a-z, 0-9 and -." required autoFocus />
    </DialogForm>
  )
}
