/** Whole policies about one claim of type nat, labelled `a: b`, in namespace `default`. */
export const whole: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'a message': { validations: [{ expression: 'false', message: '  never  ' }] },
  'no message': { validations: [{ expression: ' 1 == 2 ' }] },
  'a made message': {
    validations: [
      { expression: 'false', message: 'm', messageExpression: '"no " + object.spec.type' },
    ],
  },
  'a made message of nothing': {
    validations: [{ expression: 'false', message: 'm', messageExpression: '" "' }],
  },
  'a made message of two lines': {
    validations: [{ expression: 'false', message: 'm', messageExpression: '"a\\nb"' }],
  },
  'a made message that fails': {
    validations: [
      { expression: 'false', message: 'm', messageExpression: '"a" + object.spec.nope' },
    ],
  },
  'a made message that fails, and no other': {
    validations: [{ expression: 'false', messageExpression: '"a" + object.spec.nope' }],
  },
  'an error under Fail': { validations: [{ expression: 'object.spec.nope == 1', message: 'm' }] },
  'an error under Ignore': {
    failurePolicy: 'Ignore',
    validations: [{ expression: 'object.spec.nope == 1', message: 'm' }],
  },
  'an error and a denial under Ignore': {
    failurePolicy: 'Ignore',
    validations: [{ expression: 'object.spec.nope == 1' }, { expression: 'false', message: 'm' }],
  },
  'a condition that holds': {
    matchConditions: [{ name: 'nat', expression: 'object.spec.type == "nat"' }],
    validations: [{ expression: 'false', message: 'm' }],
  },
  'a condition that does not': {
    matchConditions: [{ name: 'lrp', expression: 'object.spec.type == "lrp"' }],
    validations: [{ expression: 'false', message: 'm' }],
  },
  'a condition that fails': {
    matchConditions: [{ name: 'bad', expression: 'object.spec.nope == 1' }],
    validations: [{ expression: 'true' }],
  },
  'a condition that fails under Ignore': {
    failurePolicy: 'Ignore',
    matchConditions: [{ name: 'bad', expression: 'object.spec.nope == 1' }],
    validations: [{ expression: 'false', message: 'm' }],
  },
  'a condition that fails before one that does not hold': {
    matchConditions: [
      { name: 'bad', expression: 'object.spec.nope == 1' },
      { name: 'no', expression: 'object.spec.type == "lrp"' },
    ],
    validations: [{ expression: 'false', message: 'm' }],
  },
  'variables, one by another': {
    variables: [
      { name: 'type', expression: 'object.spec.type' },
      { name: 'is', expression: 'variables.type == "lrp"' },
    ],
    validations: [{ expression: 'variables.is', messageExpression: '"it is " + variables.type' }],
  },
  'a variable that fails and is not asked for': {
    variables: [{ name: 'bad', expression: 'object.spec.nope' }],
    validations: [{ expression: 'true || variables.bad == 1' }],
  },
  'a variable that fails': {
    variables: [{ name: 'bad', expression: 'object.spec.nope' }],
    validations: [{ expression: 'variables.bad == 1', message: 'm' }],
  },
  'labels that fit': {
    objectSelector: { matchLabels: { a: 'b' } },
    validations: [{ expression: 'false', message: 'm' }],
  },
  'labels that do not': {
    objectSelector: { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['b'] }] },
    validations: [{ expression: 'false', message: 'm' }],
  },
  'a label that is not there': {
    objectSelector: { matchExpressions: [{ key: 'z', operator: 'NotIn', values: ['b'] }] },
    validations: [{ expression: 'false', message: 'm' }],
  },
  'its namespace': {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } },
    validations: [{ expression: 'false', message: 'm' }],
  },
  'another namespace': {
    namespaceSelector: {
      matchExpressions: [
        { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['default'] },
      ],
    },
    validations: [{ expression: 'false', message: 'm' }],
  },
}
