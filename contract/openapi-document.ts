import type { Extension } from './extension.js';
import type { JsonSchema } from './json-schema.js';
import type { OperationId } from './operation.js';

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
export interface OpenApiMediaType {
  readonly schema: JsonSchema;
  readonly encoding?: JsonSchema;
}

/** A Request Body Object: a schema for each media type that a body may have. */
export interface OpenApiRequestBody {
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
export type OpenApiPath = Readonly<Record<string, OpenApiOperation>>;

/** The parts of an OpenAPI 3.1 document that this interface needs. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}
