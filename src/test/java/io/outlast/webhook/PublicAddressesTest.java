package io.outlast.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.127.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fdff::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::10.0.0.1",
        "2002:0a00:0001::1",
        "64:ff9b::10.0.0.1"
      })
  void whatIsNotPublicIsRefused(String address) throws UnknownHostException {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "172.15.0.1",
        "172.32.0.1",
        "100.63.0.1",
        "100.128.0.1",
        "2606:4700::1111"
      })
  void whatIsPublicIsNot(String address) throws UnknownHostException {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
  }

  @Test
  void aNameThatLeadsHomeIsRefusedWhenItIsLookedUp() {
    assertThatThrownBy(() -> new PublicAddresses(false).lookup("localhost"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("not public");
  }

  @Test
  void whereAPrivateNetworkIsAllowedACloudsMetadataStillIsNot() throws UnknownHostException {
    PublicAddresses addresses = new PublicAddresses(true);
    assertThat(addresses.lookup("127.0.0.1")).hasSize(1);
    assertThatThrownBy(() -> addresses.lookup("169.254.169.254"))
        .isInstanceOf(UnknownHostException.class);
  }
}
