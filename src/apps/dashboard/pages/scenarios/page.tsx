/** The scenarios, each with a switch, and the open scenario next to the list. */

import { useMemo } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { Empty, Loaded, QueryText } from '../../components/list.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { useChange, useControl, wholeList } from '../../data/control.ts'
import { address, go, hrefOf, type KeyAct, type PageProps, storyHref, useKeys, useQueryValue } from '../../shell/address.ts'
import { EditScenario, newScenario } from './edit-scenario.tsx'
import { OpenScenario } from './open-scenario.tsx'
import { type Scenario, SwitchScenario, spans, Until, useSpan } from './rules.tsx'
import './scenarios.css'

const find = 'find-scenario'

export function page({ rest: [open, act] }: PageProps) {
  const list = useControl('control.listScenarios', { query: wholeList }, { live: true })
  const given = Object.fromEntries(address.value.query)
  const close = () => go(hrefOf(['scenarios'], given))
  const keys = useMemo<KeyAct[]>(
    () => [
      { keys: 'f', does: 'Find a scenario', act: () => document.querySelector<HTMLInputElement>(`#${find} input`)?.focus() },
      ...(open === undefined ? [] : [{ keys: 'Escape', does: 'Close the scenario', act: () => go(hrefOf(['scenarios'], given)) }]),
    ],
    [open, address.value.query],
  )
  useKeys(keys)
  return (
    <div class={`scenarios ${open === undefined ? '' : 'opened'}`}>
      <h1 class="unheard">Scenarios</h1>
      <div class="split">
        <div class="list">
          <Loaded of={list}>{({ scenarios }) => <List scenarios={scenarios} open={open} />}</Loaded>
        </div>
        {open !== undefined && act === 'edit' && <EditScenario key={`${open} edit`} name={open} close={close} />}
        {open !== undefined && act !== 'edit' && <OpenScenario key={open} name={open} close={close} />}
      </div>
    </div>
  )
}

interface ListProps {
  readonly scenarios: readonly Scenario[]
  readonly open: string | undefined
}

function List({ scenarios, open }: ListProps) {
  const [text] = useQueryValue('text')
  const [span, setSpan] = useSpan()
  const off = useChange('control.deactivateScenarios', () => 'All scenarios are off: the service works normally.')
  const [only, setOnly] = useQueryValue('only')
  const active = scenarios.filter((each) => each.active)
  const search = useControl(
    'control.listScenarios',
    { query: { ...wholeList, text: text.slice(0, 200) } },
    { live: true, enabled: text !== '' },
  )
  const searched = text === '' ? scenarios : (search.data?.scenarios ?? [])
  const fitting = only === 'on' ? searched.filter((each) => each.active) : searched
  return (
    <>
      <header class="head">
        <p class="title" aria-hidden="true">
          Scenarios
        </p>
        <p class="quiet">
          {active.length === 0 ? 'None is on: the service works normally.' : `${active.length} on.`}
          {text !== '' && ` ${fitting.length} found.`}
        </p>
        {(active.length > 0 || only === 'on') && (
          <Button label="Only active ones" aria-pressed={only === 'on'} act={() => setOnly(only === 'on' ? '' : 'on')} />
        )}
        {active.length > 0 && <Button label="Switch all off" act={() => off.mutate({})} />}
        <a class="button" href={hrefOf(['scenarios', newScenario, 'edit'])}>
          New scenario
        </a>
      </header>
      <search id={find} class="bar">
        <QueryText name="text" label="Find a scenario" type="search" placeholder="Find: bounce, 429, malware, timeout …" />
        <ChoiceField label="Switch on" quiet value={span} change={setSpan} choices={spans} />
      </search>
      {byChapter(fitting, text !== '').map(([title, within]) => (
        <Chapter key={title} title={title} scenarios={within} open={open} />
      ))}
      {fitting.length === 0 && (
        <Empty title="No scenario matches.">
          <p>The search covers names, summaries, and what a scenario breaks, including synonyms.</p>
          {text !== '' && (
            <p>
              <a href={storyHref(text)}>Search in recipes, recipients and documents</a>
            </p>
          )}
        </Empty>
      )}
    </>
  )
}

function Chapter({ title, scenarios, open }: ListProps & { readonly title: string }) {
  const given = Object.fromEntries(address.value.query)
  return (
    <section>
      <h2>
        {title} <span class="quiet number">{scenarios.length}</span>
      </h2>
      <ul class="box lines">
        {scenarios.map((scenario) => (
          <li key={scenario.name} class={scenario.name === open ? 'pick selected' : 'pick'}>
            <SwitchScenario scenario={scenario} />
            <a
              class="row-link"
              href={hrefOf(['scenarios', scenario.name], given)}
              {...(scenario.name === open && { 'aria-current': 'true' as const })}
            >
              <Text as="strong">{scenario.name}</Text> <Quiet>{scenario.summary}</Quiet>
            </a>
            <Until scenario={scenario} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The most popular chapters come first. Unlisted chapters come last. */
const order = ['Mixtures', 'Outages', 'Messages', 'Virus scans', 'Refusals', 'Broken connections and replies', 'Slow and hanging']

const placeOf = (chapter: string) => (order.includes(chapter) ? order.indexOf(chapter) : order.length)

/** Lists the user's scenarios, then the built-in ones by chapter. `isRanked`: sorts chapters by the rank of their first scenario. */
function byChapter(scenarios: readonly Scenario[], isRanked: boolean): [chapter: string, within: Scenario[]][] {
  const own = scenarios.filter(({ source }) => source !== 'built-in')
  const chapters = Map.groupBy(
    scenarios.filter(({ source }) => source === 'built-in'),
    ({ breaks }) => breaks,
  )
  const sorted = isRanked ? [...chapters] : [...chapters].sort(([one], [other]) => placeOf(one) - placeOf(other))
  return own.length > 0 ? [['Your own', own], ...sorted] : sorted
}
