import { withArticle } from '../clauses/resource-clauses.js';
import { type Operation, type OperationId, operations } from '../operations.js';
import { type Parameter, parametersOf } from '../parameters.js';
import type { Extension } from '../queries.js';
import { type Collection, collections, resourceOf } from '../resources.js';
import { bodyOf, type JsonSchema, type RequestBody, toParameterSchema, toRequestSchema } from './json-schema.js';

/** A Parameter Object (OpenAPI 3.1.0 section 4.8.12). */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: false;
  /** The premium extension that the parameter needs. */
  readonly 'x-extension'?: Extension;
}

/** A Media Type Object: the schema of a body, and how a form writes its lists. */
interface OpenApiMediaType {
  readonly schema: JsonSchema;
  readonly encoding?: JsonSchema;
}

/** A Request Body Object: a schema for each media type that a body may have. */
interface OpenApiRequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, OpenApiMediaType>>;
}

/** An Operation Object: one method on one path. */
export interface OpenApiOperation {
  readonly operationId: OperationId;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: OpenApiRequestBody;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/** What one path offers: operations by method, in small letters. */
type OpenApiPath = Readonly<Record<string, OpenApiOperation>>;

/** The parts of an OpenAPI 3.1 document that this interface needs. */
interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const NO_RESPONSE = { default: { description: 'The interface does not show the answer.' } } as const;

/** A pattern on an integer judges the characters of the path, which is where the interface states digits. */
const pathPatterns: Readonly<Record<string, string>> = { id: '^[0-9]+$', slug: '^[^/]+$' };

const toPathSchema = (parameter: Parameter): JsonSchema => {
  const pattern = pathPatterns[parameter.name];
  return { ...toParameterSchema(parameter), ...(pattern !== undefined && { pattern }) };
};

const toParameter = (parameter: Parameter): OpenApiParameter => ({
  name: parameter.name,
  in: parameter.in,
  required: parameter.required,
  description: parameter.rule,
  schema: parameter.in === 'path' ? toPathSchema(parameter) : toParameterSchema(parameter),
  ...(parameter.type === 'integers' && { style: 'form', explode: false }),
  ...(parameter.extension && { 'x-extension': parameter.extension }),
});

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const schemaName = ({ collection, kind, password }: RequestBody): string =>
  `${capitalised(resourceOf(collection).singular)}${capitalised(kind)}${password ? 'ById' : ''}`;

/** In a form, a list of ids is written as in a query: separated by commas. */
const toFormEncoding = (collection: Collection): JsonSchema => {
  const lists = Object.entries(resourceOf(collection).fields).filter(([, field]) => field.type === 'integers');
  return Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: false }]));
};

const toRequestBody = (body: RequestBody): OpenApiRequestBody => {
  const schema = { $ref: `#/components/schemas/${schemaName(body)}` };
  const encoding = toFormEncoding(body.collection);
  return {
    required: body.kind === 'create',
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema, ...(Object.keys(encoding).length > 0 && { encoding }) },
    },
  };
};

const summaries = {
  index: 'Describe the namespace',
  doc: 'Describe the interface',
  list: 'List',
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const satisfies Record<Operation['kind'], string>;

const summaryOf = ({ kind, collection, addressing }: Operation): string => {
  if (!collection) return summaries[kind];
  const object = kind === 'list' ? collection : withArticle(resourceOf(collection).singular);
  return `${summaries[kind]} ${object}${addressing ? ` by ${addressing}` : ''}`;
};

const toOperation = (operation: Operation, namespace: string): OpenApiOperation => {
  const body = bodyOf(operation);
  return {
    operationId: operation.id,
    tags: [operation.collection ?? 'index'],
    summary: summaryOf(operation),
    parameters: parametersOf(operation, namespace).map(toParameter),
    ...(body && { requestBody: toRequestBody(body) }),
    responses: NO_RESPONSE,
  };
};

const toPaths = (namespace: string): OpenApiDocument['paths'] => {
  const paths: Record<string, OpenApiPath> = {};
  for (const operation of operations) {
    const path = `/${namespace}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: toOperation(operation, namespace) };
  }
  return paths;
};

/** OpenAPI names the dialect once for the document, so a component carries none. */
const toComponent = (body: RequestBody): [string, JsonSchema] => {
  const { $schema: _, ...schema } = toRequestSchema(body);
  return [schemaName(body), schema];
};

const toSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(operations.flatMap((operation) => bodyOf(operation) ?? []).map(toComponent));

/** `serverUrl` is the REST root; `namespace` as in the path, without slashes around it. */
interface OpenApiOptions {
  readonly namespace: string;
  readonly serverUrl: string;
}

/** The whole interface as an OpenAPI 3.1 document. Answers are left open, because the interface does not show them. */
export const toOpenApi = ({ namespace, serverUrl }: OpenApiOptions): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {
    title: 'Calendar events',
    version: 'v1',
    description: 'Events of a calendar and the venues, organizers, categories and tags linked to them.',
  },
  servers: [{ url: serverUrl, description: 'The REST root. A language segment (nl, de, fr) may precede it.' }],
  tags: ['index', ...collections].map((name) => ({ name })),
  paths: toPaths(namespace),
  components: { schemas: toSchemas() },
});
