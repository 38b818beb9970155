/** The feed: what a server tells a page, wherever in it the reader is: public tables, notices, people. */
import { disown, identity, token } from './api';
import type { FromServer, Place, Row } from './messages';
import { notices } from './notices.svelte';
import { lobbyAddress, TableSocket, watchPage, type Surroundings } from './socket';

export class Feed {
  tables = $state.raw<Row[]>([]);
  people = $state(0);
  /** Whether `tables` are those of now. */
  heard = $state(false);
  /** Where those are whom the reader follows, by id; the others are not here. */
  places = $state.raw<Record<string, Place>>({});
  /** Whether the server knows the reader, who may have notices and follow people. */
  known = $state(false);
  #started = false;
  #lookers = 0;
  #socket: TableSocket | null = null;
  #unwatch: () => void = () => {};

  constructor(private readonly world?: Surroundings) {}

  /** Listen from now on, as whoever the reader is. */
  start(): () => void {
    const anew = () => this.#anew();
    identity.addEventListener('change', anew);
    this.#started = true;
    anew();
    return () => {
      identity.removeEventListener('change', anew);
      this.#started = false;
      this.#close();
    };
  }

  /** Show the public tables from now on; returns how to show them no longer. */
  look(): () => void {
    this.#lookers += 1;
    if (this.#lookers === 1) this.#turn();
    return () => {
      this.#lookers -= 1;
      if (this.#lookers === 0) this.#turn();
    };
  }

  #turn(): void {
    this.heard = false;
    if (!this.#socket) this.#open();
    else if (!this.#lookers && !this.known) this.#close();
    else this.#socket.tell({ t: 'look', tables: this.#lookers > 0 });
  }

  #anew(): void {
    this.#close();
    this.known = token() !== null;
    this.#open();
  }

  /** Nobody whom the server knows, and who does not look, needs no line. */
  #open(): void {
    if (!this.#started || (!this.known && !this.#lookers)) return;
    const socket = new TableSocket(
      () => lobbyAddress(location),
      token,
      {
        version: () => null,
        heard: (message) => this.#hear(message),
        line: (state) => state === 'online' || (this.heard = false),
        stranger: disown,
      },
      this.world,
    );
    this.#socket = socket;
    this.#unwatch = watchPage(socket);
    socket.open();
  }

  #close(): void {
    this.#unwatch();
    this.#socket?.close();
    this.#socket = null;
    this.heard = false;
    this.places = {};
    notices.forget();
  }

  #hear(message: FromServer): void {
    if (message.t === 'notices') notices.hear(message.notices);
    if (message.t === 'whereabouts') this.places = message.people;
    if (message.t !== 'lobby') return;
    // The list is told at first to everybody.
    if (!this.#lookers) this.#socket?.tell({ t: 'look', tables: false });
    this.heard = this.#lookers > 0;
    this.tables = message.tables;
    this.people = message.people;
  }
}

export const feed = new Feed();
