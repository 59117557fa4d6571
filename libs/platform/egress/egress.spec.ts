import type { LookupAddress } from 'node:dns';
import type { EgressPolicy } from './address';
import { isPublic, mayConnect, networks } from './address';
import { checkUrl, hostOf, portOf } from './check-url';

const policy: EgressPolicy = { allowed: networks([])!, ports: new Set([80, 443]), httpsOnly: false };
const testSetup: EgressPolicy = { ...policy, allowed: networks(['127.0.0.1/32', '::1/128'])! };
const production: EgressPolicy = { ...policy, httpsOnly: true };

/** Addresses of the names; a rebinding name has a public and a closed address. */
const names: Readonly<Record<string, readonly LookupAddress[]>> = {
  'acme.example': [{ address: '93.184.215.14', family: 4 }],
  'six.example': [{ address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 }],
  localhost: [{ address: '127.0.0.1', family: 4 }],
  'localhost.': [{ address: '127.0.0.1', family: 4 }],
  'inside.example': [{ address: '10.1.2.3', family: 4 }],
  'metadata.example': [{ address: '169.254.169.254', family: 4 }],
  'rebinding.example': [
    { address: '93.184.215.14', family: 4 },
    { address: '192.168.0.1', family: 4 },
  ],
  'mapped.example': [{ address: '::ffff:7f00:1', family: 6 }],
  'nowhere.example': [],
};

/** Decides like the connection: first the URL, then every address of its name. */
function mayReach(text: string, by: EgressPolicy): boolean {
  const checked = checkUrl(text, by);
  if (!checked.ok) return false;
  const host = hostOf(checked.url);
  const addresses = names[host] ?? (/^[\d.]+$|:/.test(host) ? [{ address: host, family: 4 }] : []);
  return addresses.length > 0 && addresses.every(({ address }) => mayConnect(address, portOf(checked.url), by));
}

describe('a URL that must not be called', () => {
  it.each([
    // loopback, in every notation
    'http://127.0.0.1/',
    'http://127.0.0.1:80/hook',
    'http://127.1/',
    'http://127.255.255.254/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://127.0.0.1./',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://%6c%6f%63%61%6c%68%6f%73%74/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
    // private, shared, link-local, reserved
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://3232235777/',
    'http://100.64.0.1/',
    'http://100.127.255.255/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://192.0.0.8/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://198.18.0.1/',
    'http://198.51.100.7/',
    'http://203.0.113.9/',
    'http://224.0.0.1/',
    'http://239.255.255.255/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    // IPv6: local, mapped, translated, tunnelled, documentation, multicast
    'http://[fe80::1]/',
    'http://[fe80::1%25eth0]/',
    'http://[fc00::1]/',
    'http://[fd12:3456:789a::1]/',
    'http://[ff02::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
    // names
    'http://inside.example/',
    'http://metadata.example/',
    'http://rebinding.example/',
    'http://mapped.example/',
    'http://nowhere.example/',
    // ports
    'http://acme.example:22/',
    'http://acme.example:6379/',
    'https://acme.example:8443/',
    'http://93.184.215.14:5432/',
    // credentials and tricks with them
    'http://user@acme.example/',
    'http://user:password@acme.example/',
    'https://acme.example@127.0.0.1/',
    'http://127.0.0.1#@acme.example/',
    'http://acme.example\\@127.0.0.1/',
    // schemes
    'ftp://acme.example/',
    'file:///etc/passwd',
    'gopher://acme.example/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'unix:///var/run/docker.sock',
    'ws://acme.example/',
    // no URLs, and characters that parsers interpret differently
    '',
    'acme.example/hook',
    '//acme.example/',
    'http://',
    'http://acme.example\t/',
    'ht\ntp://acme.example/',
    'http://acme.example/\r\nHost: inside',
    ' http://acme.example/',
    'http://acme.example/\u0000',
    'http://[::1/',
    'http://256.256.256.256/',
  ])('%j is refused', (url) => {
    expect(mayReach(url, policy)).toBe(false);
    expect(mayReach(url, production)).toBe(false);
  });
});

describe('a URL that may be called', () => {
  it.each([
    'https://acme.example/hook?a=1',
    'https://acme.example:443/',
    'https://six.example/',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
  ])('%s is allowed', (url) => {
    expect(mayReach(url, policy)).toBe(true);
    expect(mayReach(url, production)).toBe(true);
  });

  it('a URL with http is allowed outside production only', () => {
    expect(mayReach('http://acme.example/', policy)).toBe(true);
    expect(mayReach('http://acme.example/', production)).toBe(false);
  });

  it('a URL of a test set-up is allowed on any port if its network is on the list', () => {
    expect(mayReach('http://127.0.0.1:49152/', testSetup)).toBe(true);
    expect(mayReach('http://[::1]:49152/', testSetup)).toBe(true);
    expect(mayReach('http://127.0.0.2:49152/', testSetup)).toBe(false);
    expect(mayReach('http://[::ffff:127.0.0.1]:49152/', testSetup)).toBe(false);
    expect(mayReach('http://mapped.example:49152/', testSetup)).toBe(false);
    expect(mayReach('http://10.0.0.1/', testSetup)).toBe(false);
  });
});

describe('networks', () => {
  it.each(['127.0.0.1', '127.0.0.1/33', 'x/8', '10.0.0.0/', '::1/129', '/8'])('%j is not a network', (cidr) => {
    expect(networks([cidr])).toBeUndefined();
  });

  it('a text that is not an address is not a public address', () => {
    expect(['acme.example', '', '1.2.3', '8.8.8.8.8'].some(isPublic)).toBe(false);
  });
});

describe('a name of this machine', () => {
  it.each(['http://localhost/', 'http://localhost.:80/', 'https://api.localhost/'])(
    'the local name %s is refused before resolution',
    (text) => expect(checkUrl(text, policy).ok).toBe(false),
  );

  it('a local name is allowed in a test set-up', () =>
    expect(checkUrl('http://localhost:4711/', testSetup).ok).toBe(true));

  it('another name with the same ending is not local', () =>
    expect(checkUrl('http://notlocalhost/', policy).ok).toBe(true));
});

describe('a name with a port of its own', () => {
  const { ports, ...rest } = production;
  const https = { ...rest, ports: new Set([443]) };

  it.each([
    ['https://acme.example:8443/', https, false],
    ['https://acme.example/', https, true],
    ['http://acme.example/', { ...https, httpsOnly: false }, false],
    ['https://acme.example:8443/', { ...https, ports }, false],
    // The connection decides: a name of our own network.
    ['http://receiver:9000/', testSetup, true],
  ] as const)('the URL %s can be stored: %#', (url, by, isAllowed) => expect(checkUrl(url, by).ok).toBe(isAllowed));
});
