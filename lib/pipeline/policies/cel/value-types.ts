import { create, createFileRegistry, type DescMessage, type Message } from '@bufbuild/protobuf'
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'

/** The one field of our types: what no expression may name. */
export const HIDDEN_FIELD = 'netclaimText'

/** CEL's types beyond the standard ones are messages: with one text, by which two are equal or not. */
const registry = createFileRegistry(
  create(FileDescriptorSetSchema, {
    file: [file('net', ['IP', 'CIDR']), file('kubernetes', ['Quantity'])],
  }),
)

export const ipType = typeNamed('net.IP')
export const cidrType = typeNamed('net.CIDR')
export const quantityType = typeNamed('kubernetes.Quantity')

/** A value of one of these types. */
export function valueOf(type: DescMessage, text: string): Message {
  return create(type, { [HIDDEN_FIELD]: text })
}

/** The text that a value was made with. */
export function textIn(message: Message): string {
  const text = (message as unknown as Readonly<Record<string, unknown>>)[HIDDEN_FIELD]
  return typeof text === 'string' ? text : ''
}

function file(name: string, types: readonly string[]) {
  const field = {
    name: HIDDEN_FIELD,
    jsonName: HIDDEN_FIELD,
    number: 1,
    type: FieldDescriptorProto_Type.STRING,
    label: FieldDescriptorProto_Label.OPTIONAL,
  }
  return {
    name: `${name}.proto`,
    package: name,
    syntax: 'proto3',
    messageType: types.map((type) => ({ name: type, field: [field] })),
  }
}

function typeNamed(name: string): DescMessage {
  const type = registry.getMessage(name)
  if (type === undefined) throw new Error(`no type ${name}`)
  return type
}
