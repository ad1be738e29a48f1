/** An open scenario: its summary, its rules with their counters, its proof and its document. */

import { useEffect, useState } from 'preact/hooks'
import { Button, CloseButton, Tabs } from '../../components/button.tsx'
import { ConfirmButton } from '../../components/dialog.tsx'
import { Badge, Facts, Lines } from '../../components/facts.tsx'
import { Loaded } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { CodeLine, Copy, download } from '../../components/toast.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import { Proof } from './proof.tsx'
import { type FullScenario, Rules, SwitchScenario, Until } from './rules.tsx'

export function OpenScenario({ name, close }: { readonly name: string; close(): void }) {
  const scenario = useControl('control.showScenario', { params: { name } }, { live: true })
  return (
    <article class="open box" aria-label={`Scenario ${name}`}>
      <header>
        <Text as="h2">{name}</Text>
        <CloseButton label="Close the scenario" close={close} />
      </header>
      <Loaded of={scenario}>{(full) => <Content scenario={full} close={close} />}</Loaded>
    </article>
  )
}

function Content({ scenario, close }: { readonly scenario: FullScenario; close(): void }) {
  const { name, summary, description, guidance, breaks, source } = scenario
  return (
    <>
      <p class="standing">
        <SwitchScenario scenario={scenario} /> <Badge tone={scenario.active ? 'warn' : 'plain'}>{scenario.active ? 'on' : 'off'}</Badge>
        <Until scenario={scenario} />
        <a href={hrefOf(['calls'], { scenario: name })}>affected calls</a>
        <a href={hrefOf(['scenarios', name, 'edit'], { as: source === 'defined' ? undefined : `my-${name}` })}>
          {source === 'defined' ? 'edit' : 'copy and edit'}
        </a>
      </p>
      <p class="lead">
        <Text>{summary}</Text>
      </p>
      {description !== null && <Text as="p">{description.trim()}</Text>}
      {guidance !== null && (
        <p class="callout">
          <strong>What your client should do: </strong>
          <Text>{guidance.trim()}</Text>
        </p>
      )}
      <Facts of={{ Breaks: breaks, Source: source === 'defined' ? 'this world' : source === 'folder' ? 'your folder' : 'Standin' }} />
      <Tabs
        label="About the scenario"
        tabs={[
          { title: 'Rules', content: () => <Rules scenario={scenario} /> },
          { title: 'Proof', content: () => <Proof scenario={scenario} /> },
          { title: 'Document', content: () => <Document scenario={scenario} /> },
        ]}
      />
      <h3>Switch it on elsewhere</h3>
      <Facts
        of={{
          'For one call': <CodeLine inline text={`x-standin-scenario: ${name}`} what="the header" />,
          'With a command': <CodeLine inline text={`npx standin scenarios use ${name}`} what="the command" />,
        }}
      />
      {source === 'defined' && <Remove name={name} close={close} />}
    </>
  )
}

function Remove({ name, close }: { readonly name: string; close(): void }) {
  const remove = useChange('control.removeScenario', () => {
    close()
    return `${name} was removed.`
  })
  const question = { title: `Remove ${name}?`, yes: 'Remove the scenario', act: () => remove.mutate({ params: { name } }) }
  return (
    <div class="actions">
      <ConfirmButton button={{ label: 'Remove', class: 'danger' }} {...question}>
        <p>It will be removed from this world. Download its document first if you still need it.</p>
      </ConfirmButton>
    </div>
  )
}

function Document({ scenario: { name, document } }: { readonly scenario: FullScenario }) {
  const text = useYaml(document)
  if (text === undefined) return <p class="quiet loading">Loading …</p>
  return (
    <>
      <div class="actions">
        <Copy text={text} what="the document" label="Copy" />
        <Button label="Download" act={() => download(`${name}.yaml`, 'text/plain', [text])} />
      </div>
      <Lines>
        <Text lines>{text}</Text>
      </Lines>
    </>
  )
}

/** Returns undefined until the YAML library is loaded, which happens when the document is shown. */
function useYaml(document: unknown): string | undefined {
  const [text, setText] = useState<string>()
  const written = JSON.stringify(document)
  useEffect(() => {
    void import('./yaml.ts').then(({ yamlOf }) => setText(yamlOf(JSON.parse(written))))
  }, [written])
  return text
}
