/** Converts an OpenAPI 3.1 document to 3.0.3, for client generators that cannot read anything newer. */

import type { OpenApiDocument } from '../openapi-document.ts'
import { hasNullType, isNullSchema, type Json, mapInner, typesOf } from './inner-schemas.ts'

export const openApiVersions = ['3.1', '3.0'] as const
export type OpenApiVersion = (typeof openApiVersions)[number]

export const inVersion = (document: OpenApiDocument, version: OpenApiVersion): OpenApiDocument =>
  version === '3.0' ? olderOf(document) : document

type Named<Value> = Readonly<Record<string, Value>>

function olderOf({ paths, components, info, ...others }: OpenApiDocument): OpenApiDocument {
  const { schemas, ...more } = components as { readonly schemas: Named<Json> }
  const { summary, license, ...about } = info as Json
  return {
    ...others,
    openapi: '3.0.3',
    info: { ...about, description: summary, license: { name: (license as Json).name, url: 'https://opensource.org/license/mit' } },
    paths: mapValues(paths, (item) => mapValues(item, olderOperation)),
    components: { schemas: mapValues(schemas, olderSchema), ...more },
  }
}

const mapValues = <From, To>(all: Named<From>, change: (value: From) => To): Named<To> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]))

function olderOperation({ security, parameters, requestBody, responses, ...others }: Json): Json {
  return {
    ...others,
    // In 3.0, only OAuth has scopes. Alternatives that become equal are merged.
    security: distinct((security as Named<unknown>[]).map((each) => mapValues(each, () => []))),
    ...(parameters === undefined ? {} : { parameters: (parameters as Json[]).map(withOlderSchema) }),
    ...(requestBody === undefined ? {} : { requestBody: withOlderContent(requestBody as Json) }),
    responses: mapValues(responses as Named<Json>, withOlderContent),
  }
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]

const withOlderSchema = ({ schema, ...others }: Json): Json => ({ ...others, schema: olderSchema(schema as Json) })

const withOlderContent = ({ content, headers, ...others }: Json): Json => ({
  ...others,
  ...(headers === undefined ? {} : { headers: mapValues(headers as Named<Json>, withOlderSchema) }),
  ...(content === undefined ? {} : { content: mapValues(content as Named<Json>, withOlderSchema) }),
})

function olderSchema({ oneOf, ...schema }: Json): Json {
  const {
    $ref,
    type: _,
    const: single,
    enum: words,
    examples,
    exclusiveMinimum,
    propertyNames: _names,
    ...others
  } = mapInner(schema, olderSchema)
  // In our documents, every `oneOf` consists of a reference and null.
  const references = (oneOf as Json[] | undefined)?.filter((each) => !isNullSchema(each))
  const types = typesOf(schema)
  return {
    ...(types.length === 1 ? { type: types[0] } : {}),
    ...(types.length > 1 ? { anyOf: types.map((each) => ({ type: each })) } : {}),
    ...others,
    ...(hasNullType(schema) || references ? { nullable: true } : {}),
    ...(single === undefined ? {} : { enum: [single] }),
    ...(words === undefined ? {} : { enum: words }),
    ...(examples === undefined ? {} : { example: (examples as unknown[])[0] }),
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(references ? { type: 'object', allOf: references } : referred($ref, others)),
  }
}

/** Returns a reference, wrapped in `allOf` if there are sibling keywords, because 3.0 does not allow keywords next to a reference. */
function referred($ref: unknown, others: Json): Json {
  if ($ref === undefined) return {}
  return Object.keys(others).length === 0 ? { $ref } : { allOf: [{ $ref }] }
}
