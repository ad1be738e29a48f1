/** The names of tools, made from the ids of rows: `control.activateScenario` is `scenario_use`. */

/** Where the command line has another word for what a row does. */
const verbs: Readonly<Record<string, string>> = { activate: 'use', deactivate: 'off' }
/** Where the verb is more than one word. */
const whole: Readonly<Record<string, string>> = { 'control.breakOffDelivery': 'delivery_break_off' }

/** The noun comes first, so that the tools of one thing stand together. A list is named after one of its things. */
export function toolName(id: string): string {
  const given = whole[id]
  if (given !== undefined) return given
  const [verb = '', ...noun] = id
    .slice(id.indexOf('.') + 1)
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split('_')
  const thing = noun.join('_')
  if (thing === '') return verb
  return `${['list', 'find'].includes(verb) ? singular(thing) : thing}_${verbs[verb] ?? verb}`
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')
